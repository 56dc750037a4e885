package dev.foster.plugin;

import dev.foster.supervise.report.ProcessStatus;

/** How a plugin stands. */
public enum PluginState {
    /** Not wanted, or gone without a fault. */
    NOT_RUNNING(0),
    /** On its way up, for the first time or again. */
    STARTING(1),
    /** It can be called. */
    RUNNING(2),
    /** It never came up. */
    FAILED_TO_START(3),
    /** It came up, and failed more often than its limit allows. */
    FAILED_TO_STAY_RUNNING(4),
    STOPPING(5);

    private final int number;

    PluginState(int number) {
        this.number = number;
    }

    /** The number Mattermost gives this state. */
    public int number() {
        return number;
    }

    static PluginState of(ProcessStatus process, boolean everReady) {
        return switch (process.word()) {
            case DISABLED, STOPPED, COMPLETED -> NOT_RUNNING;
            case WAITING, STARTING, RESTARTING -> STARTING;
            case RUNNING, UNHEALTHY, SUSPENDED -> process.ready() ? RUNNING : STARTING;
            case STOPPING, STUCK -> STOPPING;
            case FAILED, GAVE_UP, BLOCKED -> everReady ? FAILED_TO_STAY_RUNNING : FAILED_TO_START;
        };
    }
}
