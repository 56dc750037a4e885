package dev.foster.supervise.restart;

/**
 * When a decision is made.
 *
 * @param nanos on a clock that only goes forward
 * @param chance a random number from 0 to 1, for the jitter of a backoff
 */
public record Moment(long nanos, double chance) {
    /** A deadline that never comes. */
    public static final long NEVER = Long.MAX_VALUE;
}
