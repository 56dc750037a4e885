package dev.foster.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A client of {@link HttpServer}: one connection for each request. */
public final class HttpClient {
    private static final int LINE_BYTES = 8 << 10;
    private static final int HEADER_LINES = 64;
    private static final int MOST_TRIES = 3;
    private static final int BODY_BYTES = 64 << 20;

    private final SocketAddress address;
    private final Headers always;

    private HttpClient(SocketAddress address, Headers always) {
        this.address = address;
        this.always = always;
    }

    public static HttpClient onUnixSocket(Path socket) {
        return new HttpClient(UnixDomainSocketAddress.of(socket), Headers.of("host", "foster"));
    }

    /**
     * Over TCP.
     *
     * @param token what the server knows its friends by
     */
    public static HttpClient onLoopback(int port, String token) {
        return new HttpClient(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port),
                Headers.of("host", "127.0.0.1:" + port).with("authorization", "Bearer " + token));
    }

    /** The same, with a header that goes with every request. */
    public HttpClient with(String name, String value) {
        return new HttpClient(address, always.with(name, value));
    }

    /**
     * Asks and waits for the whole answer.
     *
     * @param json the body, if there is one
     * @param limit how long to wait for it
     */
    public HttpReply send(String method, Target target, Optional<byte[]> json, Duration limit)
            throws IOException {
        try (SocketChannel channel = connect()) {
            var answered = new AtomicBoolean();
            var tooLate = new AtomicBoolean();
            Thread guard = guard(channel, limit, answered, tooLate);
            try {
                request(channel, method, target, Headers.of("connection", "close"), json);
                try (Exchange exchange = Exchange.begin(channel)) {
                    return exchange.whole();
                }
            } catch (IOException failure) {
                if (tooLate.get()) {
                    throw new InterruptedIOException(
                            "no answer within " + limit.toSeconds() + " s");
                }
                throw failure;
            } finally {
                answered.set(true);
                LockSupport.unpark(guard);
            }
        }
    }

    /** Asks for server-sent events; the answer is not read beyond its head. */
    public Exchange listen(Target target, Headers more) throws IOException {
        Headers headers = Headers.of("accept", "text/event-stream");
        for (Headers.Line line : more.lines()) {
            headers = headers.with(line.name(), line.value());
        }
        return open("GET", target, headers, Optional.empty());
    }

    /** Asks and waits, for as long as it takes, for the head of the answer only. */
    public Exchange open(String method, Target target, Headers more, Optional<byte[]> json)
            throws IOException {
        SocketChannel channel = connect();
        try {
            request(channel, method, target, more, json);
            return Exchange.begin(channel);
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    private void request(
            SocketChannel channel,
            String method,
            Target target,
            Headers more,
            Optional<byte[]> json)
            throws IOException {
        Headers headers = always;
        for (Headers.Line line : more.lines()) {
            headers = headers.with(line.name(), line.value());
        }
        if (json.isPresent()) {
            headers =
                    headers.with("content-type", "application/json")
                            .with("content-length", Integer.toString(json.get().length));
        }
        new HttpOutput(channel)
                .send(
                        method + " " + target + " HTTP/1.1\r\n",
                        headers,
                        json.orElseGet(() -> new byte[0]));
    }

    /** That there is no such socket is told as all else that shows that nobody is there. */
    private SocketChannel connect() throws IOException {
        SocketException last = new SocketException("never tried");
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            try {
                return SocketChannel.open(address);
            } catch (ConnectException nobody) {
                throw nobody;
            } catch (SocketException missing) {
                last = missing;
            }
            if (address instanceof UnixDomainSocketAddress unix && !Files.exists(unix.getPath())) {
                var nobody = new ConnectException("there is no socket " + unix.getPath());
                nobody.initCause(last);
                throw nobody;
            }
            // It may have come back since.
        }
        throw last;
    }

    /** Closing the channel is the one thing that ends a wait on it. */
    private static Thread guard(
            SocketChannel channel, Duration limit, AtomicBoolean answered, AtomicBoolean tooLate) {
        return Thread.ofPlatform()
                .daemon()
                .name("foster-http-limit")
                .start(
                        () -> {
                            long begin = System.nanoTime();
                            long left = limit.toNanos();
                            while (!answered.get() && left > 0) {
                                LockSupport.parkNanos(left);
                                left = limit.toNanos() - (System.nanoTime() - begin);
                            }
                            if (!answered.get()) {
                                tooLate.set(true);
                                try {
                                    channel.close();
                                } catch (IOException alreadyBroken) {
                                    // The wait has ended then, too.
                                }
                            }
                        });
    }

    static HttpInput input(SocketChannel channel) {
        return new HttpInput(channel, LINE_BYTES, HEADER_LINES);
    }

    static int bodyBytes() {
        return BODY_BYTES;
    }
}
