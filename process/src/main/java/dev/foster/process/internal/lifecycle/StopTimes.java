package dev.foster.process.internal.lifecycle;

import dev.foster.process.Signal;
import dev.foster.process.StopPlan;

import java.time.Duration;

/**
 * A stop plan laid on the clock: the instants at which each step is due unless the child has gone
 * before. A more urgent request during a stop only ever moves instants forward, so a stop can be
 * hurried and never be delayed.
 */
record StopTimes(Signal signal, long terminateAt, long killAt, long stuckAt, long grace) {

    private static final Duration LONGEST = Duration.ofDays(36_500 / 4);

    static StopTimes of(StopPlan plan, long now, boolean inputOpen) {
        long terminateAt = now + (inputOpen ? nanos(plan.eofWait()) : 0);
        boolean polite = !plan.signal().equals(Signal.KILL);
        long grace = polite ? nanos(plan.grace()) : 0;
        long killAt = terminateAt + grace;
        long stuckAt = killAt + nanos(plan.killLimit());
        return new StopTimes(plan.signal(), terminateAt, killAt, stuckAt, grace);
    }

    /** As nanoseconds, however long: a few of them added to the clock must not overflow. */
    static long nanos(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }

    StopTimes sooner(StopTimes other) {
        return new StopTimes(
                other.terminateAt < terminateAt ? other.signal : signal,
                Math.min(terminateAt, other.terminateAt),
                Math.min(killAt, other.killAt),
                Math.min(stuckAt, other.stuckAt),
                Math.min(grace, other.grace));
    }

    /** SIGKILL was sent only now: the kernel has its whole time from here on. */
    StopTimes killedAt(long now) {
        return new StopTimes(
                signal, terminateAt, killAt, Math.max(stuckAt, now + (stuckAt - killAt)), grace);
    }

    /**
     * The child is gone, and what it left behind has its turn: each is asked when it is found and
     * has the whole grace from then on, as nobody can tidy up who was not asked. Those who are
     * found so late that this would go on for ever are killed with the others after twice that
     * time.
     */
    StopTimes leftoversFrom(long now) {
        long last = now + 2 * grace;
        return new StopTimes(
                signal, Math.min(terminateAt, now), last, last + (stuckAt - killAt), grace);
    }
}
