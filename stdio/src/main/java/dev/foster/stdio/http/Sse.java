package dev.foster.stdio.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Server-sent events as bytes. */
final class Sse {
    /** A comment: it keeps the connection alive and shows that it is. */
    static final byte[] KEEP_ALIVE = ascii(":\n\n");

    private static final byte[] DATA = ascii("event: message\ndata: ");
    private static final byte[] END = ascii("\n\n");

    private Sse() {}

    static void event(ByteArrayOutputStream out, byte[] line) {
        out.writeBytes(DATA);
        out.writeBytes(line);
        out.writeBytes(END);
    }

    static void event(ByteArrayOutputStream out, String id, byte[] line) {
        out.writeBytes(ascii("id: " + id + "\n"));
        event(out, line);
    }

    /** An event that says nothing: the client knows from its id where to go on. */
    static byte[] mark(String id, Duration retry) {
        return ascii("id: " + id + "\nretry: " + retry.toMillis() + "\ndata: \n\n");
    }

    static byte[] retry(Duration retry) {
        return ascii("retry: " + retry.toMillis() + "\n\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
