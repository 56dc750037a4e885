package dev.foster.control.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Map;

/** The bytes that go to the other end. */
final class HttpOutput {
    private static final Map<Integer, String> PHRASES =
            Map.ofEntries(
                    Map.entry(200, "OK"),
                    Map.entry(202, "Accepted"),
                    Map.entry(204, "No Content"),
                    Map.entry(400, "Bad Request"),
                    Map.entry(401, "Unauthorized"),
                    Map.entry(403, "Forbidden"),
                    Map.entry(404, "Not Found"),
                    Map.entry(405, "Method Not Allowed"),
                    Map.entry(409, "Conflict"),
                    Map.entry(413, "Content Too Large"),
                    Map.entry(422, "Unprocessable Content"),
                    Map.entry(431, "Request Header Fields Too Large"),
                    Map.entry(500, "Internal Server Error"),
                    Map.entry(501, "Not Implemented"),
                    Map.entry(503, "Service Unavailable"),
                    Map.entry(505, "HTTP Version Not Supported"));

    private final WritableByteChannel channel;

    HttpOutput(WritableByteChannel channel) {
        this.channel = channel;
    }

    static String statusLine(int status) {
        return "HTTP/1.1 " + status + " " + PHRASES.getOrDefault(status, "Status") + "\r\n";
    }

    /** One write for head and body: a small message is one packet. */
    void send(String firstLine, Headers headers, byte[] body) throws IOException {
        var head = new StringBuilder(firstLine);
        for (Headers.Line line : headers.lines()) {
            if (line.value().chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
                throw new IllegalArgumentException(
                        "cannot send the header " + line.name() + ": it holds a control character");
            }
            head.append(line.name()).append(": ").append(line.value()).append("\r\n");
        }
        byte[] bytes = HttpInput.ascii(head.append("\r\n").toString());
        write(ByteBuffer.allocate(bytes.length + body.length).put(bytes).put(body).flip());
    }

    void sendChunk(byte[] bytes) throws IOException {
        if (bytes.length > 0) {
            byte[] size = HttpInput.ascii(Integer.toHexString(bytes.length) + "\r\n");
            write(
                    ByteBuffer.allocate(size.length + bytes.length + 2)
                            .put(size)
                            .put(bytes)
                            .put(HttpInput.ascii("\r\n"))
                            .flip());
        }
    }

    void sendLastChunk() throws IOException {
        write(ByteBuffer.wrap(HttpInput.ascii("0\r\n\r\n")));
    }

    void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
