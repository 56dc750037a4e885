package dev.foster.bench.mcp;

import dev.foster.bench.workshop.TrialFailed;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A connection that is kept: requests one after the other, each with one write.
 *
 * <p>Of our own, because what a client takes is in every number: this one is the same for all, and
 * takes little.
 */
final class HttpLine implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int LONGEST_HEAD = 1 << 16;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;
    private final String path;
    private final String host;

    HttpLine(int port, String path) throws TrialFailed {
        this.path = path;
        this.host = "127.0.0.1:" + port;
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            out = socket.getOutputStream();
        } catch (IOException failure) {
            close();
            throw new TrialFailed("it cannot be reached: " + failure.getMessage());
        }
    }

    /**
     * What came back.
     *
     * @param headers by their names in lower case
     * @param text the message, or what stands for one when there is none
     * @param at when the message was there; what may have followed it does not count
     */
    record Reply(int status, Map<String, String> headers, String text, long at) {}

    Reply post(String headers, String body, long id) throws TrialFailed {
        return exchange("POST", headers, body, id);
    }

    Reply delete(String headers) throws TrialFailed {
        return exchange("DELETE", headers, "", -1);
    }

    private Reply exchange(String method, String headers, String body, long id) throws TrialFailed {
        try {
            send(method, headers, body);
            return receive(id);
        } catch (IOException failure) {
            throw new TrialFailed("a request failed: " + failure.getMessage());
        }
    }

    /** Sends a request whose answer nobody will read. */
    void abandon(String headers, String body) throws TrialFailed {
        try {
            send("POST", headers, body);
        } catch (IOException failure) {
            throw new TrialFailed("a request failed: " + failure.getMessage());
        } finally {
            close();
        }
    }

    private void send(String method, String headers, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head =
                method
                        + " "
                        + path
                        + " HTTP/1.1\r\nHost: "
                        + host
                        + "\r\nAccept: application/json, text/event-stream\r\n"
                        + headers
                        + (content.length == 0 ? "" : "Content-Type: application/json\r\n")
                        + "Content-Length: "
                        + content.length
                        + "\r\n\r\n";
        var request = new ByteArrayOutputStream(head.length() + content.length);
        request.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(content);
        out.write(request.toByteArray());
    }

    private Reply receive(long id) throws IOException {
        String first = line();
        int status = Integer.parseInt(first.split(" ", 3)[1]);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        var body = new Body(headers.getOrDefault("content-type", ""), id);
        if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            for (int size = chunkSize(); size > 0; size = chunkSize()) {
                body.add(in.readNBytes(size));
                line();
            }
            line();
        } else {
            body.add(in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0"))));
        }
        return new Reply(status, headers, body.message(), body.at());
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private String line() throws IOException {
        var line = new StringBuilder(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > LONGEST_HEAD) {
                throw new IOException("the connection was closed");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException gone) {
            // It is closed either way.
        }
    }
}
