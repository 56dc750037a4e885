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
 * @param rest how long a child that says a little all the time is left alone between two readings:
 *     many of them then cost little, and what they say is heard that much later; zero to hear all
 *     at once
 * @param prompt whether each thing it says is heard at once even from a child that says little
 *     things very often; else those are gathered for up to two milliseconds, which costs less
 */
public record OutputLimits(
        int keep,
        int backlog,
        int maxLine,
        Duration holdLimit,
        Overflow overflow,
        Duration rest,
        boolean prompt) {

    /** Who pays for a slow subscriber. */
    public enum Overflow {
        /** The subscriber: it misses the oldest bytes and is told how many. */
        DROP_OLDEST,
        /** The child: nothing is read until the subscriber has caught up, so its writes block. */
        WAIT
    }

    /** Bytes that every child may keep which says anything at all. */
    public static final int LEAST = 8 << 10;

    private static final int PART_OF_HEAP = 4;
    private static final int SMALLEST = 4 * 1024;
    private static final int LARGEST = 256 * 1024 * 1024;

    public OutputLimits {
        Objects.requireNonNull(holdLimit);
        Objects.requireNonNull(overflow);
        Objects.requireNonNull(rest);
        within("keep", keep, 0);
        within("backlog", backlog, SMALLEST);
        within("maxLine", maxLine, 16);
        notNegative("holdLimit", holdLimit);
        notNegative("rest", rest);
    }

    private static void notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(
                    "cannot limit output: " + name + " is negative; give zero or more");
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
     * 1 MiB kept, 8 MiB backlog, lines of 64 KiB, an exit held for at most 250 ms, drop the oldest,
     * no rest, gathered when there is much.
     */
    public static OutputLimits defaults() {
        return new OutputLimits(
                1 << 20,
                8 << 20,
                64 << 10,
                Duration.ofMillis(250),
                Overflow.DROP_OLDEST,
                Duration.ZERO,
                false);
    }

    /**
     * How many bytes the output of all children of this program may take together, whatever each of
     * them may: a quarter of the heap.
     */
    public static long mostOfAll() {
        return Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
    }

    /** What each of so many children has of that when all of them say much. */
    public static int leastOfEach(int children) {
        return leastOfEach(mostOfAll(), children);
    }

    /** What each of so many children has when all may have this much. */
    public static int leastOfEach(long all, int children) {
        long each = Math.min(1 << 30, all / 2 / Math.max(1, children));
        return Math.max(LEAST, Integer.highestOneBit((int) each));
    }

    public OutputLimits keep(int bytes) {
        return new OutputLimits(bytes, backlog, maxLine, holdLimit, overflow, rest, prompt);
    }

    public OutputLimits backlog(int bytes) {
        return new OutputLimits(keep, bytes, maxLine, holdLimit, overflow, rest, prompt);
    }

    public OutputLimits maxLine(int bytes) {
        return new OutputLimits(keep, backlog, bytes, holdLimit, overflow, rest, prompt);
    }

    public OutputLimits holdLimit(Duration limit) {
        return new OutputLimits(keep, backlog, maxLine, limit, overflow, rest, prompt);
    }

    public OutputLimits overflow(Overflow wanted) {
        return new OutputLimits(keep, backlog, maxLine, holdLimit, wanted, rest, prompt);
    }

    public OutputLimits rest(Duration wanted) {
        return new OutputLimits(keep, backlog, maxLine, holdLimit, overflow, wanted, prompt);
    }

    public OutputLimits prompt(boolean wanted) {
        return new OutputLimits(keep, backlog, maxLine, holdLimit, overflow, rest, wanted);
    }
}
