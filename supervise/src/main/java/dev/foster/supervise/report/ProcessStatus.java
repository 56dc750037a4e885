package dev.foster.supervise.report;

import dev.foster.process.Exit;
import dev.foster.supervise.spec.ProcessSpec;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a process stands.
 *
 * @param word the state in one word
 * @param wanted whether it should be up
 * @param ready whether it is up and ready
 * @param run the number of its current or last run; 0 before the first
 * @param pid while it runs
 * @param since when it came into this state
 * @param startedAt when its current run began
 * @param restarts how often it was started again without anybody asking
 * @param lastExit how its last ended run ended
 * @param why why it is in this state
 * @param until when the state ends by itself, such as the time of a restart
 */
public record ProcessStatus(
        ProcessSpec spec,
        Word word,
        boolean wanted,
        boolean ready,
        long run,
        OptionalLong pid,
        Instant since,
        Optional<Instant> startedAt,
        int restarts,
        Optional<Exit> lastExit,
        Reason why,
        Optional<Instant> until) {

    /** The states a person sees. */
    public enum Word {
        /** Never started, and not wanted to be. */
        DISABLED,
        /** Wanted, and waits for others. */
        WAITING,
        /**
         * Wanted, and waits for others in vain: they will not come to be so until somebody acts.
         */
        BLOCKED,
        /** Being started, or started and not ready yet. */
        STARTING,
        RUNNING,
        /** Up, but its last liveness probe failed. */
        UNHEALTHY,
        /** Up, and does nothing until it is continued, as after SIGSTOP. */
        SUSPENDED,
        STOPPING,
        /** It failed and waits for its next start. */
        RESTARTING,
        STOPPED,
        /** It ended with success and is done. */
        COMPLETED,
        /** It ended with failure and is not to be restarted. */
        FAILED,
        /** It failed more often than its limit allows. */
        GAVE_UP,
        /** It did not go even when killed. */
        STUCK;

        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }

        /** How a process stands, as the end of a sentence about it. */
        public String predicate() {
            return Sentences.predicate(this);
        }

        /**
         * Whether nothing of it runs and nothing will before somebody acts, as far as one can do.
         */
        public boolean down() {
            return switch (this) {
                case DISABLED, BLOCKED, STOPPED, COMPLETED, FAILED, GAVE_UP, STUCK -> true;
                case WAITING, STARTING, RUNNING, UNHEALTHY, SUSPENDED, STOPPING, RESTARTING ->
                        false;
            };
        }
    }

    public String name() {
        return spec.name();
    }

    /** Why it is in this state, in one phrase; may be empty. */
    public String reason() {
        return why.text();
    }
}
