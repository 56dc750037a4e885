package dev.foster.control.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** One client of a server, from its first request to its last. */
final class HttpConnection {
    private static final int DRAINED_BYTES = 256 << 10;
    private static final Duration DRAIN_TIME = Duration.ofSeconds(1);

    private final SocketChannel channel;
    private final HttpLimits limits;
    private final HttpHandler handler;
    private final HttpInput input;
    private final HttpOutput output;
    private final AtomicBoolean finishing = new AtomicBoolean();
    private final AtomicReference<Optional<ClientStream>> stream =
            new AtomicReference<>(Optional.empty());
    private volatile boolean busy;
    private volatile boolean timed;
    private volatile long deadline;

    HttpConnection(SocketChannel channel, HttpLimits limits, HttpHandler handler) {
        this.channel = channel;
        this.limits = limits;
        this.handler = handler;
        this.input = new HttpInput(channel, limits.lineBytes(), limits.headerLines());
        this.output = new HttpOutput(channel);
        within(limits.requestTime());
    }

    boolean overdue(long now) {
        return timed && now - deadline > 0;
    }

    private void within(Duration time) {
        deadline = System.nanoTime() + time.toNanos();
        timed = true;
    }

    private void withoutLimit() {
        timed = false;
    }

    void serve() {
        try (channel) {
            Peer peer = Peer.of(channel);
            boolean more = true;
            while (more && !finishing.get()) {
                within(limits.idleTime());
                more = input.awaitByte() && answerOne(peer);
            }
        } catch (HttpProblem problem) {
            // Already answered.
        } catch (IOException gone) {
            // The client went away, or was cut off; either way there is nobody left to tell.
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers the request whose first byte is there; tells whether another may follow. */
    private boolean answerOne(Peer peer) throws IOException, InterruptedException {
        within(limits.requestTime());
        busy = true;
        RequestHead head;
        byte[] body;
        try {
            head = RequestHead.read(input);
            HttpBody rest = HttpBody.ofRequest(input, head.headers());
            if (head.awaitsContinue()) {
                output.write(ByteBuffer.wrap(HttpInput.ascii("HTTP/1.1 100 Continue\r\n\r\n")));
            }
            body = rest.all(limits.bodyBytes());
        } catch (HttpProblem problem) {
            refuse(problem.status(), problem.why());
            throw problem;
        }
        withoutLimit();
        HttpResponse response = handled(head.withBody(body, peer));
        boolean keep = head.keepsAlive() && !finishing.get();
        boolean bare = head.method().equals("HEAD");
        switch (response.content()) {
            case HttpResponse.Whole(byte[] bytes) -> {
                within(limits.requestTime());
                Headers headers =
                        response.headers()
                                .with("content-length", Integer.toString(bytes.length))
                                .with("connection", keep ? "keep-alive" : "close");
                output.send(
                        HttpOutput.statusLine(response.status()),
                        headers,
                        bare ? new byte[0] : bytes);
            }
            case HttpResponse.Streamed(StreamBody text) -> {
                stream(response, bare ? _ -> {} : text, head.version11());
                keep = false;
            }
        }
        busy = false;
        if (!keep) {
            channel.shutdownOutput();
        }
        return keep;
    }

    private HttpResponse handled(HttpRequest request) {
        try {
            return handler.handle(request);
        } catch (RuntimeException fault) {
            // A handler answers its problems itself; this is the net under it.
            return HttpResponse.of(500, "text/plain", "a fault inside the server: " + fault);
        }
    }

    private void stream(HttpResponse response, StreamBody body, boolean chunked)
            throws IOException, InterruptedException {
        var listener = new ClientStream(channel, output, chunked);
        Headers headers = response.headers().with("connection", "close");
        output.send(
                HttpOutput.statusLine(response.status()),
                chunked ? headers.with("transfer-encoding", "chunked") : headers,
                new byte[0]);
        stream.set(Optional.of(listener));
        if (finishing.get()) {
            listener.gone();
        }
        listener.run(body);
    }

    /** Answers that there are too many connections. */
    void refuse() {
        try (channel) {
            within(limits.requestTime());
            refuse(503, "there are too many connections; close one");
        } catch (IOException gone) {
            // It did not wait for the answer.
        }
    }

    private void refuse(int status, String why) throws IOException {
        byte[] text = (why + "\n").getBytes(StandardCharsets.UTF_8);
        Headers headers =
                Headers.of("content-type", "text/plain; charset=utf-8")
                        .with("content-length", Integer.toString(text.length))
                        .with("connection", "close");
        output.send(HttpOutput.statusLine(status), headers, text);
        // Closing on unread bytes would reset the connection and take the answer with it.
        channel.shutdownOutput();
        within(DRAIN_TIME);
        byte[] drain = new byte[8 << 10];
        int drained = 0;
        for (int count = 0; count >= 0 && drained < DRAINED_BYTES; drained += count) {
            count = input.read(drain, 0, drain.length);
        }
    }

    /** The request under way, if any, is the last. */
    void takeNoMore() {
        finishing.set(true);
    }

    /** Ends it as soon as no request is under way; a stream ends now. */
    void finish() {
        takeNoMore();
        stream.get().ifPresent(ClientStream::gone);
        if (!busy) {
            cut();
        }
    }

    void cut() {
        stream.get().ifPresent(ClientStream::gone);
        try {
            channel.close();
        } catch (IOException alreadyBroken) {
            // It is closed, which is what was wanted.
        }
    }
}
