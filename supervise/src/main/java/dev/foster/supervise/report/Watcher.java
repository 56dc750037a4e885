package dev.foster.supervise.report;

import java.time.Instant;

/**
 * Is told how things stand and what happens, on the loop's own thread: whoever implements it must
 * not block.
 */
public interface Watcher {

    /** A process is new or looks different. */
    default void changed(ProcessStatus state) {}

    /** A process is no longer supervised. */
    default void removed(String name) {}

    default void happened(ProcessEvent event, Instant at) {}

    /**
     * Something failed that never should: a fault of Foster's own, of an attendant or of a
     * listener, or the system was short of something. The supervision goes on; what it means for a
     * process is told as news of that process. Called by whatever thread noticed it.
     *
     * @param doing what was being done, as it stands behind "cannot"
     */
    default void faulted(String doing, Throwable fault) {
        System.getLogger("dev.foster.supervise")
                .log(System.Logger.Level.ERROR, "cannot " + doing, fault);
    }
}
