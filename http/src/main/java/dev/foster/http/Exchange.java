package dev.foster.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SocketChannel;

/** An answer whose body is still to be read. Closing it, from any thread, ends the connection. */
public final class Exchange implements AutoCloseable {
    private final SocketChannel channel;
    private final int status;
    private final Headers headers;
    private final HttpBody body;

    private Exchange(SocketChannel channel, int status, Headers headers, HttpBody body) {
        this.channel = channel;
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    static Exchange begin(SocketChannel channel) throws IOException {
        HttpInput input = HttpClient.input(channel);
        String[] words = input.line().split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("\\d{3}")) {
            throw new IOException("what answers there does not speak HTTP");
        }
        Headers headers = input.headers();
        return new Exchange(
                channel, Integer.parseInt(words[1]), headers, HttpBody.ofReply(input, headers));
    }

    public int status() {
        return status;
    }

    public Headers headers() {
        return headers;
    }

    public InputStream body() {
        return body;
    }

    /** The rest of the answer at once. */
    public HttpReply whole() throws IOException {
        return new HttpReply(status, headers, body.all(HttpClient.bodyBytes()));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
