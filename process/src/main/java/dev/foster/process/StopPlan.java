package dev.foster.process;

import java.time.Duration;
import java.util.Objects;

/**
 * How a child is asked to end, and for how long.
 *
 * @param eofWait how long the child has after its input was closed; skipped for a child without an
 *     input pipe
 * @param signal the polite signal to its group
 * @param grace how long the child has after that signal before SIGKILL, and then each descendant
 *     that it left behind
 * @param killLimit how long to wait for the kernel after SIGKILL before the child is reported as
 *     stuck
 */
public record StopPlan(Duration eofWait, Signal signal, Duration grace, Duration killLimit) {

    public StopPlan {
        Objects.requireNonNull(signal);
        if (eofWait.isNegative() || grace.isNegative() || killLimit.isNegative()) {
            throw new IllegalArgumentException(
                    "cannot plan a stop: a duration is negative; give zero or more");
        }
    }

    /** 500 ms after end of input, SIGTERM, 5 s grace, 2 s for the kernel. */
    public static StopPlan defaults() {
        return new StopPlan(
                Duration.ofMillis(500), Signal.TERM, Duration.ofSeconds(5), Duration.ofSeconds(2));
    }

    /** SIGKILL at once. */
    public static StopPlan kill() {
        return new StopPlan(Duration.ZERO, Signal.KILL, Duration.ZERO, Duration.ofSeconds(2));
    }

    public StopPlan eofWait(Duration wanted) {
        return new StopPlan(wanted, signal, grace, killLimit);
    }

    public StopPlan signal(Signal wanted) {
        return new StopPlan(eofWait, wanted, grace, killLimit);
    }

    public StopPlan grace(Duration wanted) {
        return new StopPlan(eofWait, signal, wanted, killLimit);
    }

    public StopPlan killLimit(Duration wanted) {
        return new StopPlan(eofWait, signal, grace, wanted);
    }

    /**
     * The longest a stop by this plan can take: the child's end, then that of what it left behind,
     * which has twice the grace when it is found bit by bit.
     */
    public Duration bound() {
        return eofWait.plus(grace.multipliedBy(3)).plus(killLimit).plus(killLimit);
    }
}
