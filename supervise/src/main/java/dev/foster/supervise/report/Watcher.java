package dev.foster.supervise.report;

import java.time.Instant;

/**
 * Is told how things stand and what happens, on the loop's own thread: whoever implements it must
 * not block.
 */
public interface Watcher {

    /** A process is new or looks different. */
    default void changed(ProcessState state) {}

    /** A process is no longer supervised. */
    default void removed(String name) {}

    default void happened(Happening happening, Instant at) {}
}
