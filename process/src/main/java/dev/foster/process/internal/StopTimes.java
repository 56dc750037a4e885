package dev.foster.process.internal;

import dev.foster.process.Signal;
import dev.foster.process.StopPlan;

/**
 * A stop plan laid on the clock: the instants at which each step is due unless the child has gone before. A more urgent
 * request during a stop only ever moves instants forward, so a stop can be hurried and never be delayed.
 */
record StopTimes(Signal signal, long terminateAt, long killAt, long stuckAt) {

    static StopTimes of(StopPlan plan, long now, boolean inputOpen) {
        long terminateAt = now + (inputOpen ? plan.eofWait().toNanos() : 0);
        boolean polite = !plan.signal().equals(Signal.KILL);
        long killAt = terminateAt + (polite ? plan.grace().toNanos() : 0);
        return new StopTimes(plan.signal(), terminateAt, killAt, killAt + plan.killLimit().toNanos());
    }

    StopTimes sooner(StopTimes other) {
        return new StopTimes(
                other.terminateAt < terminateAt ? other.signal : signal,
                Math.min(terminateAt, other.terminateAt),
                Math.min(killAt, other.killAt),
                Math.min(stuckAt, other.stuckAt));
    }

    /** The child went before its turn: what it left behind is signalled now, and killed after the same grace. */
    StopTimes leftoversFrom(long now) {
        long early = Math.max(0, terminateAt - now);
        return new StopTimes(signal, Math.min(terminateAt, now), killAt - early, stuckAt - early);
    }
}
