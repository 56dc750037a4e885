package dev.foster.stdio.service;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A legacy client on a connection of its own, which it keeps. */
final class Visitor implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;

    private final int port;
    private final String server;
    private final Socket socket;
    private final InputStream input;
    private final AtomicInteger ids;
    private String token = "";
    private String session = "";

    private Visitor(int port, String server, AtomicInteger ids) {
        this.port = port;
        this.server = server;
        this.ids = ids;
        try {
            this.socket = new Socket();
            // Little room, so that a stream that is not read is soon full.
            socket.setReceiveBufferSize(4096);
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
            socket.setSoTimeout(PATIENCE_MILLIS);
            this.input = new BufferedInputStream(socket.getInputStream());
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    /** Connected, nothing said yet. */
    static Visitor at(int port, String server) {
        return new Visitor(port, server, new AtomicInteger());
    }

    /** Another connection of the same client in the same session. */
    Visitor beside() {
        var other = new Visitor(port, server, ids);
        other.token = token;
        other.session = session;
        return other;
    }

    /** From now on it shows this token. */
    Visitor token(String wanted) {
        token = wanted;
        return this;
    }

    /** Opens a session, which has to come about. */
    Visitor open() {
        Received received = initialize();
        session =
                received.header("mcp-session-id")
                        .orElseThrow(
                                () ->
                                        new AssertionError(
                                                "no session: "
                                                        + received.status()
                                                        + " "
                                                        + received.body()));
        send(post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        Received accepted = receive();
        if (accepted.status() != 202) {
            throw new AssertionError("not accepted: " + accepted);
        }
        return this;
    }

    Received initialize() {
        hello();
        return receive();
    }

    /** Asks for a session and does not wait for it. */
    void hello() {
        send(
                request(
                        "initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                + "\"clientInfo\":{\"name\":\"visitor\",\"version\":\"1\"}}"));
    }

    String session() {
        return session;
    }

    /** From now on it says that it is in this session; in none, if the id is empty. */
    Visitor session(String wanted) {
        session = wanted;
        return this;
    }

    Received call(String tool) {
        begin(tool);
        return receive();
    }

    /** Calls a tool and does not wait for the answer. */
    void begin(String tool) {
        send(request("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{}}"));
    }

    Received ask(String method, String params) {
        send(request(method, params));
        return receive();
    }

    /** Sends any body at all. */
    Received say(String body) {
        send(post(body));
        return receive();
    }

    private String request(String method, String params) {
        return post(
                "{\"jsonrpc\":\"2.0\",\"id\":"
                        + ids.incrementAndGet()
                        + ",\"method\":\""
                        + method
                        + "\",\"params\":"
                        + params
                        + "}");
    }

    /** Asks for the stream of the session, of which nothing is read. */
    void listen() {
        send(head("GET", List.of("accept: text/event-stream")) + "\r\n");
    }

    Received delete() {
        send(head("DELETE", List.of()) + "\r\n");
        return receive();
    }

    private String post(String body) {
        return head(
                        "POST",
                        List.of(
                                "content-type: application/json",
                                "accept: application/json, text/event-stream",
                                "content-length: " + body.getBytes(StandardCharsets.UTF_8).length))
                + "\r\n"
                + body;
    }

    private String head(String method, List<String> more) {
        var lines = new ArrayList<String>();
        lines.add(method + " /mcp/" + server + " HTTP/1.1");
        lines.add("host: localhost");
        if (!token.isEmpty()) {
            lines.add("authorization: Bearer " + token);
        }
        if (!session.isEmpty()) {
            lines.add("mcp-session-id: " + session);
            lines.add("mcp-protocol-version: 2025-11-25");
        }
        lines.addAll(more);
        return String.join("\r\n", lines) + "\r\n";
    }

    private void send(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    Received receive() {
        try {
            return Received.from(input);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Gone in the middle of whatever there was, as a machine that is switched off. */
    void drop() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
