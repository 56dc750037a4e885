package dev.foster.supervise.spec;

import java.time.Duration;

/**
 * How often something may happen within a time: one more is too much.
 *
 * @param count what is still allowed
 * @param within the length of the window that slides along
 */
public record Limit(int count, Duration within) {
    /** A window that nothing leaves. */
    private static final Duration EVER = Duration.ofDays(36_500);

    public Limit {
        if (count < 0 || within.isNegative() || within.isZero()) {
            throw new IllegalArgumentException(
                    "cannot limit to "
                            + count
                            + " in "
                            + within
                            + ": the count must be 0 or more and the time longer than nothing;"
                            + " give another");
        }
    }

    /** So many in a row, however long they take: until one of them has lasted. */
    public static Limit inARow(int count) {
        return new Limit(count, EVER);
    }

    public boolean isInARow() {
        return within.equals(EVER);
    }
}
