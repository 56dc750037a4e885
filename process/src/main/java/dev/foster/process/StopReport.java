package dev.foster.process;

import java.time.Duration;
import java.util.Optional;

/**
 * How a stop went.
 *
 * @param took what it took to end the child
 * @param exit how the child ended; empty only when it is stuck
 * @param duration from the first request to the end
 * @param leftovers how many descendants outlived the child and were ended after it
 * @param leftoversKilled how many of them had to be killed
 */
public record StopReport(
        Took took, Optional<Exit> exit, Duration duration, int leftovers, int leftoversKilled) {

    /** What it took. */
    public enum Took {
        /** The child had exited before. */
        ALREADY_GONE,
        /** The end of its input was enough. */
        EOF,
        /** It ended on the polite signal, within its grace. */
        TERMINATE,
        /** It had to be killed. */
        KILL,
        /**
         * It did not even react to SIGKILL in time, as a process in uninterruptible sleep does not.
         */
        STUCK
    }

    /** Nothing could be learnt of its end. */
    public static StopReport stuck() {
        return new StopReport(Took.STUCK, Optional.empty(), Duration.ZERO, 0, 0);
    }

    /** True when nothing had to be killed, neither the child nor what it left behind. */
    public boolean graceful() {
        return took != Took.KILL && took != Took.STUCK && leftoversKilled == 0;
    }
}
