package dev.foster.control;

import java.util.Arrays;
import java.util.Locale;

/** What a process is doing, in one word. */
public enum ProcessState {
    /** Not started with its project; somebody may start it. */
    DISABLED,
    /** Wanted, but something it depends on does not hold yet. */
    WAITING,
    /** Wanted, but something it depends on has failed or was stopped: it waits in vain. */
    BLOCKED,
    /** It runs and is not ready yet. */
    STARTING,
    /** It runs and is ready. */
    RUNNING,
    /** It runs, and its health checks fail. */
    UNHEALTHY,
    /** It is there and does nothing until it is continued, as after SIGSTOP. */
    SUSPENDED,
    STOPPING,
    /** It ended and will be started again, now or after a delay. */
    RESTARTING,
    /** Somebody stopped it. */
    STOPPED,
    /** It ended well and is not started again. */
    COMPLETED,
    /** It ended badly, or could not be started, and is not started again. */
    FAILED,
    /** It failed too often in too short a time. */
    GAVE_UP,
    /** It does not react even to SIGKILL. */
    STUCK,
    /** A word of a newer daemon that this program does not know. */
    UNKNOWN;

    /** Such as {@code gave-up}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static ProcessState of(String word) {
        return Arrays.stream(values())
                .filter(state -> state.word().equals(word))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** Whether there is a process of the operating system behind it. */
    public boolean alive() {
        return switch (this) {
            case STARTING, RUNNING, UNHEALTHY, SUSPENDED, STOPPING, STUCK -> true;
            case DISABLED,
                    WAITING,
                    BLOCKED,
                    RESTARTING,
                    STOPPED,
                    COMPLETED,
                    FAILED,
                    GAVE_UP,
                    UNKNOWN ->
                    false;
        };
    }

    /** Whether it stays as it is until somebody acts. */
    public boolean settled() {
        return switch (this) {
            case DISABLED, BLOCKED, STOPPED, COMPLETED, FAILED, GAVE_UP, STUCK -> true;
            case WAITING, STARTING, RUNNING, UNHEALTHY, SUSPENDED, STOPPING, RESTARTING, UNKNOWN ->
                    false;
        };
    }
}
