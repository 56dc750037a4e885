package dev.foster.supervise.rules;

import static dev.foster.supervise.restart.Moment.NEVER;

import dev.foster.supervise.report.Obstacle;
import dev.foster.supervise.report.Reason;

import java.util.Optional;

/** Where one child stands. The deadline, if it has one, is part of the state. */
public sealed interface ChildState {

    /** The instant at which silence itself becomes an event. */
    default long deadline() {
        return NEVER;
    }

    /** True while a process of this child may exist. */
    default boolean occupied() {
        return false;
    }

    /** Why nothing runs. */
    enum Rest {
        NEVER_STARTED,
        STOPPED,
        COMPLETED,
        FAILED
    }

    /** Nothing runs and nothing is due. */
    record Idle(Rest rest, Reason why) implements ChildState {}

    /** It shall start as soon as those it waits for allow. */
    record Pending() implements ChildState {}

    /**
     * The system was asked for a process and has not answered.
     *
     * @param killAt when waiting for that answer ends, once it is to be stopped
     * @param kill whether it is to be stopped without grace
     * @param delay what outside of the stack it waits for, if it does
     */
    record Starting(long killAt, boolean kill, Optional<Obstacle> delay) implements ChildState {
        static Starting now() {
            return new Starting(NEVER, false, Optional.empty());
        }

        @Override
        public long deadline() {
            return killAt;
        }

        @Override
        public boolean occupied() {
            return true;
        }
    }

    /**
     * It runs.
     *
     * @param readyBy when not being ready is a failure
     * @param probeAt when the next probe is due, or the answer of the one under way
     * @param probing whether one is under way
     * @param misses liveness probes that failed in a row
     * @param stableAt when earlier failures are forgotten
     * @param suspended whether it does nothing until it is continued
     */
    record Up(
            long pid,
            long since,
            boolean ready,
            long readyBy,
            long probeAt,
            boolean probing,
            int misses,
            long stableAt,
            boolean suspended)
            implements ChildState {
        @Override
        public long deadline() {
            return Math.min(Math.min(readyBy, probeAt), stableAt);
        }

        @Override
        public boolean occupied() {
            return true;
        }

        Up probe(long at, boolean underWay, int missed) {
            return new Up(pid, since, ready, readyBy, at, underWay, missed, stableAt, suspended);
        }

        Up becameReady(long nextProbe) {
            return new Up(pid, since, true, NEVER, nextProbe, false, 0, stableAt, suspended);
        }

        /** No longer held to being ready in time. */
        Up patient() {
            return new Up(pid, since, ready, NEVER, probeAt, probing, misses, stableAt, suspended);
        }

        Up stable() {
            return new Up(pid, since, ready, readyBy, probeAt, probing, misses, NEVER, suspended);
        }

        Up suspended(boolean isSo) {
            return new Up(pid, since, ready, readyBy, probeAt, probing, misses, stableAt, isSo);
        }
    }

    /** It and what it started are being ended. */
    record Stopping(long pid, Cause cause, Reason why, long giveUpAt) implements ChildState {
        @Override
        public long deadline() {
            return giveUpAt;
        }

        @Override
        public boolean occupied() {
            return true;
        }
    }

    /** It could not be ended. Nothing is started in its place, for that would be a second copy. */
    record Stuck(long pid, Cause cause, Reason why) implements ChildState {
        @Override
        public boolean occupied() {
            return true;
        }
    }

    /** It failed and shall be started again. */
    record Backoff(long retryAt, Reason why) implements ChildState {
        @Override
        public long deadline() {
            return retryAt;
        }
    }

    /**
     * It failed too often, or its group did.
     *
     * @param own whether it was its own failures
     */
    record GaveUp(Reason why, boolean own) implements ChildState {}
}
