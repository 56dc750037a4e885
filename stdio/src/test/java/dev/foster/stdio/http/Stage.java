package dev.foster.stdio.http;

import dev.foster.http.HttpLimits;
import dev.foster.http.HttpServer;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.report.SessionFacts;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.StreamLimits;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A front with one fake server behind real HTTP, and clients at sockets of their own. */
final class Stage implements AutoCloseable {
    static final String META =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    private static final int PATIENCE_MILLIS = 10_000;

    private final Leaks before = Pollers.snapshot();
    private final FakeServer fake = new FakeServer();
    private final ManualClock clock = new ManualClock();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final McpFront front;
    private final HttpServer http;

    Stage(FrontLimits limits) {
        front =
                new McpFront(
                        name -> name.equals("fake") ? Optional.of(fake) : Optional.empty(),
                        new TestGate(),
                        limits,
                        listener(),
                        clock,
                        clock);
        try {
            http =
                    HttpServer.on(
                            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                            Optional.empty(),
                            HttpLimits.defaults().bodyBytes(16 << 20),
                            front);
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    /** Short waits, no sudden ends. */
    static FrontLimits limits() {
        return FrontLimits.defaults().streams(patient());
    }

    static StreamLimits patient() {
        return StreamLimits.defaults().patience(LONG);
    }

    /** Another one with these streams, instead of this one. */
    Stage with(StreamLimits limits) {
        close();
        return new Stage(limits().streams(limits));
    }

    static final Duration LONG = Duration.ofMinutes(5);
    static final Duration SHORT = Duration.ofMillis(20);

    static FrontLimits impatient() {
        return FrontLimits.defaults().streams(StreamLimits.defaults().patience(SHORT));
    }

    private FrontListener listener() {
        return new FrontListener() {
            @Override
            public void sessionOpened(SessionFacts session) {
                heard.add("opened " + session.caller());
            }

            @Override
            public void sessionEnded(SessionFacts session, String why) {
                heard.add("ended " + session.caller() + ": " + why);
            }

            @Override
            public void answered(String server, String method, long nanos, boolean ok) {
                heard.add("answered " + server + " " + method + " " + ok);
            }
        };
    }

    McpFront front() {
        return front;
    }

    FakeServer fake() {
        return fake;
    }

    ManualClock clock() {
        return clock;
    }

    List<String> heard() {
        return heard;
    }

    void passTime(Duration time) {
        clock.pass(time);
        front.sweep();
    }

    int connections() {
        return http.connections();
    }

    // ---- clients ----

    /** Sends a request on a connection of its own and waits for the head of the answer. */
    Reply send(Sent request) {
        return receive(connect(request));
    }

    Socket connect(Sent request) {
        try {
            var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port());
            socket.setSoTimeout(PATIENCE_MILLIS);
            sockets.add(socket);
            socket.getOutputStream().write(request.bytes());
            return socket;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Asks for what the fake server answers only when a test says so. */
    Socket ask(String session, String id) {
        return connect(Sent.post(request(id, "held/x")).session(session));
    }

    static Reply receive(Socket socket) {
        try {
            return new Reply(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    int port() {
        return ((InetSocketAddress) http.address()).getPort();
    }

    static void leave(Socket socket) {
        try {
            socket.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** A new session's id. */
    String open(String token) {
        Reply reply = send(Sent.post(initialize(1)).token(token));
        if (reply.status() != 200) {
            throw new AssertionError("no session: " + reply.status() + " " + reply.body());
        }
        return reply.header("mcp-session-id").orElseThrow();
    }

    static String initialize(int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":"
                + id
                + ",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                + Mcp.LEGACY
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
    }

    static String request(String id, String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\"}";
    }

    static String modern(String id, String method, String more) {
        return "{\"jsonrpc\":\"2.0\",\"id\":"
                + id
                + ",\"method\":\""
                + method
                + "\",\"params\":{"
                + more
                + META
                + "}}";
    }

    /** A request to be sent. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Sent(String method, String path, List<String> headers, byte[] body) {

        static Sent post(String body) {
            return of("POST", body)
                    .header("content-type", "application/json")
                    .header("accept", "application/json, text/event-stream");
        }

        static Sent get() {
            return of("GET", "").header("accept", "text/event-stream");
        }

        static Sent of(String method, String body) {
            return new Sent(
                    method,
                    "/mcp/fake",
                    List.of("host: localhost"),
                    body.getBytes(StandardCharsets.UTF_8));
        }

        /** A request of the modern era with all it needs. */
        static Sent modern(String method, String body) {
            return post(body)
                    .token("ann.1")
                    .header("mcp-protocol-version", Mcp.MODERN)
                    .header("mcp-method", method);
        }

        Sent header(String name, String value) {
            var more = new ArrayList<>(headers);
            more.removeIf(line -> line.startsWith(name + ":"));
            more.add(name + ": " + value);
            return new Sent(method, path, more, body);
        }

        Sent without(String name) {
            return new Sent(
                    method,
                    path,
                    headers.stream().filter(line -> !line.startsWith(name + ":")).toList(),
                    body);
        }

        Sent token(String token) {
            return header("authorization", "Bearer " + token);
        }

        Sent session(String id) {
            return token("ann.1").header("mcp-session-id", id);
        }

        Sent at(String other) {
            return new Sent(method, other, headers, body);
        }

        byte[] bytes() {
            var out = new ByteArrayOutputStream();
            String head =
                    method
                            + " "
                            + path
                            + " HTTP/1.1\r\n"
                            + String.join("\r\n", headers)
                            + "\r\ncontent-length: "
                            + body.length
                            + "\r\n\r\n";
            out.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
            out.writeBytes(body);
            return out.toByteArray();
        }
    }

    /** Ends everything, and fails if anything is left. */
    @Override
    public void close() {
        front.close();
        sockets.forEach(Stage::leave);
        // Each is a thread that still waits for something.
        Eventually.until(
                Duration.ofSeconds(5), "no request is left", () -> http.connections() == 0);
        http.close();
        before.assertNothingLeft();
    }
}
