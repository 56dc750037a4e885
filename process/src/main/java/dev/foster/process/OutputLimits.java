package dev.foster.process;

import java.time.Duration;
import java.util.Objects;

/**
 * Bounds on a child's output.
 *
 * @param keep bytes kept for subscribers who come later; the newest win
 * @param backlog bytes a live subscriber may lag behind before it misses some (or, with {@link
 *     Overflow#WAIT}, before the child has to wait)
 * @param maxLine bytes after which a line is cut into pieces
 * @param holdLimit how long an exit may wait for the end of the output when a descendant keeps it
 *     open
 * @param overflow what happens when a subscriber falls behind by more than the backlog
 */
public record OutputLimits(
        int keep, int backlog, int maxLine, Duration holdLimit, Overflow overflow) {

    /** Who pays for a slow subscriber. */
    public enum Overflow {
        /** The subscriber: it misses the oldest bytes and is told how many. */
        DROP_OLDEST,
        /** The child: nothing is read until the subscriber has caught up, so its writes block. */
        WAIT
    }

    private static final int SMALLEST = 4 * 1024;
    private static final int LARGEST = 256 * 1024 * 1024;

    public OutputLimits {
        Objects.requireNonNull(holdLimit);
        Objects.requireNonNull(overflow);
        within("keep", keep, 0);
        within("backlog", backlog, SMALLEST);
        within("maxLine", maxLine, 16);
        if (holdLimit.isNegative()) {
            throw new IllegalArgumentException(
                    "cannot limit output: holdLimit is negative; give zero or more");
        }
    }

    private static void within(String name, int value, int least) {
        if (value < least || value > LARGEST) {
            throw new IllegalArgumentException(
                    "cannot limit output: "
                            + name
                            + " is "
                            + value
                            + "; give "
                            + least
                            + " to "
                            + LARGEST
                            + " bytes");
        }
    }

    /**
     * 1 MiB kept, 8 MiB backlog, lines of 64 KiB, an exit held for at most 250 ms, drop the oldest.
     */
    public static OutputLimits defaults() {
        return new OutputLimits(
                1 << 20, 8 << 20, 64 << 10, Duration.ofMillis(250), Overflow.DROP_OLDEST);
    }

    public OutputLimits keep(int bytes) {
        return new OutputLimits(bytes, backlog, maxLine, holdLimit, overflow);
    }

    public OutputLimits backlog(int bytes) {
        return new OutputLimits(keep, bytes, maxLine, holdLimit, overflow);
    }

    public OutputLimits maxLine(int bytes) {
        return new OutputLimits(keep, backlog, bytes, holdLimit, overflow);
    }

    public OutputLimits holdLimit(Duration limit) {
        return new OutputLimits(keep, backlog, maxLine, limit, overflow);
    }

    public OutputLimits overflow(Overflow wanted) {
        return new OutputLimits(keep, backlog, maxLine, holdLimit, wanted);
    }
}
