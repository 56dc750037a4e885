package dev.foster.http;

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
                    Map.entry(303, "See Other"),
                    Map.entry(304, "Not Modified"),
                    Map.entry(400, "Bad Request"),
                    Map.entry(401, "Unauthorized"),
                    Map.entry(403, "Forbidden"),
                    Map.entry(404, "Not Found"),
                    Map.entry(405, "Method Not Allowed"),
                    Map.entry(406, "Not Acceptable"),
                    Map.entry(409, "Conflict"),
                    Map.entry(410, "Gone"),
                    Map.entry(413, "Content Too Large"),
                    Map.entry(415, "Unsupported Media Type"),
                    Map.entry(421, "Misdirected Request"),
                    Map.entry(422, "Unprocessable Content"),
                    Map.entry(429, "Too Many Requests"),
                    Map.entry(431, "Request Header Fields Too Large"),
                    Map.entry(500, "Internal Server Error"),
                    Map.entry(501, "Not Implemented"),
                    Map.entry(502, "Bad Gateway"),
                    Map.entry(503, "Service Unavailable"),
                    Map.entry(504, "Gateway Timeout"),
                    Map.entry(505, "HTTP Version Not Supported"));

    /** The JDK copies what it is to write, as a whole, however little of it is taken. */
    private static final int LARGEST_WRITE = 64 << 10;

    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = HttpInput.ascii("0\r\n\r\n");

    private final WritableByteChannel channel;

    HttpOutput(WritableByteChannel channel) {
        this.channel = channel;
    }

    static String statusLine(int status) {
        return "HTTP/1.1 " + status + " " + PHRASES.getOrDefault(status, "Status") + "\r\n";
    }

    /** One write for head and body: a small message is one packet. */
    void send(String firstLine, Headers headers, byte[] body) throws IOException {
        write(head(firstLine, headers), body);
    }

    /** The head of a message whose body comes in chunks, with the first of them. */
    void sendHead(String firstLine, Headers headers, byte[] chunk) throws IOException {
        byte[] head = head(firstLine, headers);
        if (chunk.length > 0) {
            write(head, size(chunk), chunk, LINE_END);
        } else {
            write(head);
        }
    }

    private static byte[] head(String firstLine, Headers headers) {
        var head = new StringBuilder(256).append(firstLine);
        for (Headers.Line line : headers.lines()) {
            check(line);
            head.append(line.name()).append(": ").append(line.value()).append("\r\n");
        }
        return HttpInput.ascii(head.append("\r\n").toString());
    }

    private static void check(Headers.Line line) {
        String value = line.value();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < 0x20 && c != '\t') || c == 0x7f || c > 0xff) {
                throw new IllegalArgumentException(
                        "cannot send the header "
                                + line.name()
                                + ": it holds a control character, or one beyond Latin-1");
            }
        }
    }

    void sendChunk(byte[] bytes) throws IOException {
        if (bytes.length > 0) {
            write(size(bytes), bytes, LINE_END);
        }
    }

    /** The end, with the chunk before it. */
    void sendLastChunk(byte[] bytes) throws IOException {
        if (bytes.length > 0) {
            write(size(bytes), bytes, LINE_END, LAST_CHUNK);
        } else {
            write(LAST_CHUNK);
        }
    }

    private static byte[] size(byte[] chunk) {
        return HttpInput.ascii(Integer.toHexString(chunk.length) + "\r\n");
    }

    /** In one piece if that is no waste. */
    void write(byte[]... parts) throws IOException {
        long total = 0;
        for (byte[] part : parts) {
            total += part.length;
        }
        if (parts.length == 1 || total > LARGEST_WRITE) {
            for (byte[] part : parts) {
                write(ByteBuffer.wrap(part));
            }
            return;
        }
        ByteBuffer whole = ByteBuffer.allocate((int) total);
        for (byte[] part : parts) {
            whole.put(part);
        }
        write(whole.flip());
    }

    private void write(ByteBuffer bytes) throws IOException {
        int end = bytes.limit();
        while (bytes.position() < end) {
            bytes.limit(Math.min(end, bytes.position() + LARGEST_WRITE));
            channel.write(bytes);
        }
    }
}
