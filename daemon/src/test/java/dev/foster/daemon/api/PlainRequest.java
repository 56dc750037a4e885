package dev.foster.daemon.api;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A request as bytes on a TCP connection, with whatever headers a test wants. */
final class PlainRequest {

    /** What came back. */
    record Reply(int status, Map<String, String> headers, String body) {
        Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }
    }

    private final int port;
    private final String line;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private byte[] body = new byte[0];

    PlainRequest(int port, String method, String path) {
        this.port = port;
        this.line = method + " " + path + " HTTP/1.1";
        headers.put("Host", "127.0.0.1:" + port);
        headers.put("Connection", "close");
    }

    PlainRequest with(String name, String value) {
        headers.put(name, value);
        return this;
    }

    PlainRequest body(byte[] bytes) {
        body = bytes;
        return with("Content-Length", Integer.toString(bytes.length));
    }

    Reply send() throws IOException {
        var head = new StringBuilder(line + "\r\n");
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        head.append("\r\n");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().write(body);
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return reply(all);
        }
    }

    private static Reply reply(String all) {
        int end = all.indexOf("\r\n\r\n");
        String[] lines = all.substring(0, end).split("\r\n", -1);
        var headers = new LinkedHashMap<String, String>();
        for (int i = 1; i < lines.length; i++) {
            String[] pair = lines[i].split(": ", 2);
            headers.put(pair[0].toLowerCase(Locale.ROOT), pair[1]);
        }
        return new Reply(
                Integer.parseInt(lines[0].split(" ", 3)[1]), headers, all.substring(end + 4));
    }
}
