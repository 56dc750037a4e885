package dev.foster.bench.memory;

import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The floods there are. */
final class Floods {
    private static final int SLOW = 30;
    private static final int SMALL_BUFFER = 4096;
    private static final int MESSAGE = 32 << 10;
    private static final long PUBLISHED = 120L << 20;
    private static final int CALLERS = 40;
    private static final int BODY = 15_000_000;
    private static final int ROUNDS = 10;
    private static final Duration TALK = Duration.ofSeconds(20);

    private Floods() {}

    /** Subscribers that do not read, and one who publishes. */
    static void bus(Server server) throws IOException, TrialFailed {
        List<SocketChannel> all = new ArrayList<>();
        try {
            for (int i = 0; i < SLOW; i++) {
                all.add(client(server, "SUB flood 1\r\n"));
            }
            SocketChannel publisher = client(server, "");
            all.add(publisher);
            ByteBuffer message =
                    text("PUB flood " + MESSAGE + "\r\n" + "x".repeat(MESSAGE) + "\r\n");
            for (long sent = 0; sent < PUBLISHED; sent += MESSAGE) {
                write(publisher, message.duplicate());
            }
            Pause.of(Duration.ofSeconds(1));
        } finally {
            close(all);
        }
    }

    private static SocketChannel client(Server server, String then) throws IOException {
        SocketChannel client = server.connect();
        client.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
        await(client, "\r\n");
        write(
                client,
                text(
                        "CONNECT"
                            + " {\"verbose\":false,\"pedantic\":false,\"user\":\"bench\",\"pass\":\"bench\"}\r\n"
                                + then
                                + "PING\r\n"));
        await(client, "PONG");
        return client;
    }

    /** Requests with bodies as large as they may be, many at once, again and again. */
    static void http(Server server) throws IOException, TrialFailed {
        ByteBuffer request =
                text(
                        "POST /v1/processes/sink/input HTTP/1.1\r\nHost: foster\r\n"
                                + "Content-Length: "
                                + BODY
                                + "\r\n\r\n"
                                + "x".repeat(BODY));
        for (int round = 0; round < ROUNDS; round++) {
            List<SocketChannel> all = new ArrayList<>();
            try {
                for (int i = 0; i < CALLERS; i++) {
                    all.add(server.connect());
                }
                List<Thread> callers =
                        all.stream()
                                .map(one -> Thread.startVirtualThread(() -> ask(one, request)))
                                .toList();
                for (Thread caller : callers) {
                    join(caller);
                }
            } finally {
                close(all);
            }
        }
    }

    // Some are refused, as there may be only so much at once.
    private static void ask(SocketChannel caller, ByteBuffer request) {
        try {
            write(caller, request.duplicate());
            await(caller, "HTTP/1.1");
        } catch (IOException refused) {
            return;
        }
    }

    private static void join(Thread caller) throws TrialFailed {
        try {
            if (!caller.join(TALK)) {
                throw new TrialFailed("a request has no answer after " + TALK.toSeconds() + " s");
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new TrialFailed("it was interrupted");
        }
    }

    /** Processes that print as fast as they can, and followers of their logs that do not read. */
    static void logs(Server server) throws IOException, TrialFailed {
        List<SocketChannel> all = new ArrayList<>();
        try {
            for (int i = 0; i < SLOW; i++) {
                SocketChannel follower = server.connect();
                all.add(follower);
                write(
                        follower,
                        text(
                                "GET /v1/logs HTTP/1.1\r\nHost: foster\r\n"
                                        + "Accept: text/event-stream\r\n\r\n"));
            }
            Files.createFile(server.folder().resolve("go"));
            Pause.of(TALK);
        } finally {
            close(all);
        }
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void write(SocketChannel to, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    private static void await(SocketChannel from, String word) throws IOException {
        var said = new StringBuilder();
        ByteBuffer bytes = ByteBuffer.allocate(4096);
        while (said.indexOf(word) < 0) {
            if (from.read(bytes.clear()) < 0) {
                throw new IOException("it hung up after: " + said);
            }
            said.append(StandardCharsets.US_ASCII.decode(bytes.flip()));
        }
    }

    private static void close(List<SocketChannel> all) throws IOException {
        for (SocketChannel one : all) {
            one.close();
        }
    }
}
