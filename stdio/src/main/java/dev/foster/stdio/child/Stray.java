package dev.foster.stdio.child;

import java.nio.charset.StandardCharsets;

/**
 * Something on a child's standard output that could not be taken as a message.
 *
 * @param kind what was wrong with it
 * @param start how it begins, as text; it may hold secrets
 * @param length how many bytes it had
 * @param why what was wrong, in words
 */
public record Stray(Kind kind, String start, long length, String why) {

    /** What was wrong. */
    public enum Kind {
        /** It is not JSON, or not JSON-RPC. */
        NO_MESSAGE,
        /** It is longer than the limit, and was skipped. */
        TOO_LONG,
        /** It answers a request that nobody has made. */
        UNASKED,
        /** The child wrote so much before it was listened to that its beginning was lost. */
        LOST
    }

    private static final int SHOWN = 200;

    static Stray of(Kind kind, byte[] bytes, int from, long length, String why) {
        int shown = (int) Math.min(Math.min(SHOWN, length), bytes.length - from);
        return new Stray(kind, new String(bytes, from, shown, StandardCharsets.UTF_8), length, why);
    }
}
