package dev.foster.process.internal;

import dev.foster.process.Signal;
import dev.foster.process.StopPlan;

import java.time.Duration;

/**
 * A stop plan laid on the clock: the instants at which each step is due unless the child has gone
 * before. A more urgent request during a stop only ever moves instants forward, so a stop can be
 * hurried and never be delayed.
 */
record StopTimes(Signal signal, long terminateAt, long killAt, long stuckAt) {

    private static final Duration LONGEST = Duration.ofDays(36_500 / 2);

    static StopTimes of(StopPlan plan, long now, boolean inputOpen) {
        long terminateAt = now + (inputOpen ? nanos(plan.eofWait()) : 0);
        boolean polite = !plan.signal().equals(Signal.KILL);
        long killAt = terminateAt + (polite ? nanos(plan.grace()) : 0);
        return new StopTimes(plan.signal(), terminateAt, killAt, killAt + nanos(plan.killLimit()));
    }

    /** As nanoseconds, however long: three of them added to the clock must not overflow. */
    private static long nanos(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }

    StopTimes sooner(StopTimes other) {
        return new StopTimes(
                other.terminateAt < terminateAt ? other.signal : signal,
                Math.min(terminateAt, other.terminateAt),
                Math.min(killAt, other.killAt),
                Math.min(stuckAt, other.stuckAt));
    }

    /** SIGKILL was sent only now: the kernel has its whole time from here on. */
    StopTimes killedAt(long now) {
        return new StopTimes(
                signal, terminateAt, killAt, Math.max(stuckAt, now + (stuckAt - killAt)));
    }

    /**
     * The child went before its turn: what it left behind is signalled now, and killed after the
     * same grace.
     */
    StopTimes leftoversFrom(long now) {
        long early = Math.max(0, terminateAt - now);
        return new StopTimes(signal, Math.min(terminateAt, now), killAt - early, stuckAt - early);
    }
}
