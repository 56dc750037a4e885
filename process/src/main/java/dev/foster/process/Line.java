package dev.foster.process;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * One line of output.
 *
 * @param stream where it was written
 * @param at when its last byte was read
 * @param bytes the line as written, without its newline
 * @param cut true when the line was longer than the limit and goes on in the next one of this
 *     stream
 */
@SuppressWarnings("ArrayRecordComponent") // raw bytes are the point; a line is not compared
public record Line(ChildStream stream, Instant at, byte[] bytes, boolean cut) {

    /** The line as text: UTF-8, what is not valid replaced, a trailing carriage return dropped. */
    public String text() {
        int length = bytes.length;
        if (length > 0 && bytes[length - 1] == '\r' && !cut) {
            length--;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return at + " " + stream + " " + text() + (cut ? "…" : "");
    }
}
