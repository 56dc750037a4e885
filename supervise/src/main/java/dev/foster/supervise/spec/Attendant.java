package dev.foster.supervise.spec;

import dev.foster.process.ChildSpec;

import java.time.Duration;

/**
 * Accompanies a process that needs more than to be started: prepares each of its runs, speaks with
 * it, and says how it is. Two that mean the same are equal, as a process whose attendant differs is
 * restarted when its stack changes.
 */
public interface Attendant {

    /**
     * Gets the next run ready. May take long, on a thread of its own; it is interrupted when the
     * process is not wanted any more.
     *
     * @param child what would be started without an attendant
     * @param delay hears why it takes long, if that is somebody else's doing
     * @throws Refusal when there can be no run; it counts as a failed start
     */
    Attendance prepare(long run, ChildSpec child, Delay delay) throws InterruptedException, Refusal;

    /** How long a farewell may take, before the stop plan begins. */
    Duration farewellLimit();

    /** What keeps a run from beginning, which is no failure of its own. Safe from any thread. */
    @FunctionalInterface
    interface Delay {

        /**
         * It waits; said again when the reason is another one, but not when it is over.
         *
         * @param why as a person reads it, such as {@code waiting for …}
         * @param lasting whether it stays so until somebody acts
         */
        void because(String why, boolean lasting);
    }

    /** Why a run cannot be had. Its message is shown to people. */
    final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        private final boolean lasting;

        public Refusal(String why) {
            this(why, false);
        }

        /**
         * A refusal that is told.
         *
         * @param lasting whether it will be the same until somebody changes something
         */
        public Refusal(String why, boolean lasting) {
            super(why);
            this.lasting = lasting;
        }

        public boolean lasting() {
            return lasting;
        }
    }
}
