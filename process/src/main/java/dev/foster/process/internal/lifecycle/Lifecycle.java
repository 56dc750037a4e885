package dev.foster.process.internal.lifecycle;

import dev.foster.process.Exit.Asked;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport.Took;

import java.util.Optional;

/**
 * Where one child stands, from its start until nothing is left of it. The deadline, if it has one,
 * is part of the state.
 */
public sealed interface Lifecycle {
    /** A deadline that never comes. */
    long NEVER = Long.MAX_VALUE;

    /** The instant at which silence itself becomes an event. */
    default long deadline() {
        return NEVER;
    }

    static Lifecycle begin() {
        return new Running(true, Optional.empty());
    }

    /** Of those that were left behind, where no process lives any more. */
    public static Lifecycle leftovers() {
        return new Gone(new News.Told(), new Rest.Untouched());
    }

    /**
     * It lives, and nobody wants it to end.
     *
     * @param sweep how to end what it leaves behind once it has ended, if somebody wants that
     */
    record Running(boolean outputOpen, Optional<StopPlan> sweep) implements Lifecycle {}

    /**
     * It lives and is being ended.
     *
     * @param since when that was first asked for
     */
    record Stopping(
            boolean outputOpen, Asked by, long since, StopTimes times, Means means, long deadline)
            implements Lifecycle {

        static Stopping begin(boolean outputOpen, Asked by, long now, StopTimes times) {
            return new Stopping(
                    outputOpen, by, now, times, Means.INPUT_CLOSED, times.terminateAt());
        }

        /** What comes after this is due as the times say. */
        Stopping after(Means done, StopTimes plan) {
            return new Stopping(outputOpen, by, since, plan, done, done.waitsUntil(plan));
        }

        /** What comes next has to wait until then. */
        Stopping notBefore(long at) {
            long due = Math.max(means.waitsUntil(times), at);
            return new Stopping(outputOpen, by, since, times, means, due);
        }

        Stopping outputEnded() {
            return new Stopping(false, by, since, times, means, deadline);
        }

        Stuck stuck() {
            return new Stuck(outputOpen, by);
        }
    }

    /** What has been done so far to end a child that lives. */
    enum Means {
        INPUT_CLOSED,
        ASKED,
        KILLED;

        private long waitsUntil(StopTimes times) {
            return switch (this) {
                case INPUT_CLOSED -> times.terminateAt();
                case ASKED -> times.killAt();
                case KILLED -> times.stuckAt();
            };
        }

        Took took() {
            return switch (this) {
                case INPUT_CLOSED -> Took.EOF;
                case ASKED -> Took.TERMINATE;
                case KILLED -> Took.KILL;
            };
        }
    }

    /** It could not be ended, which has been reported. It may go one day after all. */
    record Stuck(boolean outputOpen, Asked by) implements Lifecycle {}

    /** The process is gone. */
    record Gone(News news, Rest rest) implements Lifecycle {
        @Override
        public long deadline() {
            return Math.min(news.deadline(), rest.deadline());
        }
    }

    /** Whether its exit has been told. */
    sealed interface News {
        default long deadline() {
            return NEVER;
        }

        /** It is told when the output has ended too, but not later than this. */
        record Held(End end, boolean outputOpen, long deadline) implements News {}

        record Told() implements News {}
    }

    /** What becomes of those it left behind. */
    sealed interface Rest {
        default long deadline() {
            return NEVER;
        }

        /** Nobody wants them to end. */
        record Untouched() implements Rest {}

        /**
         * They are being ended.
         *
         * @param took what it took to end the child itself
         * @param since when all this was first asked for
         * @param killed whether some that were known for certain have been killed
         * @param pause how long to wait before the look after the next
         * @param deadline when to look again; never while a look is under way
         */
        record Clearing(
                Took took, long since, StopTimes times, boolean killed, long pause, long deadline)
                implements Rest {

            Clearing again(StopTimes nextTimes, long at) {
                return new Clearing(took, since, nextTimes, killed, pause, at);
            }
        }

        /**
         * None is left.
         *
         * @param deadline when to report that; never before the exit has been told
         */
        record Cleared(Took took, long since, long deadline) implements Rest {}

        /** Reported. */
        record Settled() implements Rest {}
    }
}
