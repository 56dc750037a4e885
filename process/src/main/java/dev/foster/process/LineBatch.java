package dev.foster.process;

import java.time.Instant;

/**
 * Lines that arrived close together, in one buffer. Valid only during the call that delivers it.
 *
 * <p>Line {@code i} is {@code buffer()[offset(i) .. offset(i) + length(i)]}, without its newline.
 */
public interface LineBatch {

    int size();

    byte[] buffer();

    int offset(int i);

    int length(int i);

    ChildStream stream(int i);

    /** Microseconds since 1970 at which the line's last byte was read. */
    long atMicros(int i);

    /** True when the line was longer than the limit and goes on in the next one of its stream. */
    boolean cut(int i);

    /** A copy of one line that outlives the batch. */
    default Line line(int i) {
        byte[] bytes = new byte[length(i)];
        System.arraycopy(buffer(), offset(i), bytes, 0, bytes.length);
        long micros = atMicros(i);
        Instant at =
                Instant.ofEpochSecond(
                        Math.floorDiv(micros, 1_000_000L),
                        Math.floorMod(micros, 1_000_000L) * 1000);
        return new Line(stream(i), at, bytes, cut(i));
    }
}
