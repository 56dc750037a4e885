package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.supervise.report.Watcher;

/** Is told how processes stand and what happens to them. None of its methods may block. */
public interface SupervisorListener extends Watcher {

    /**
     * A run has begun: the moment to listen to its output. Called by the thread that started it,
     * before anybody else hears of the run.
     */
    default void spawned(String name, long run, Child child) {}

    /** A process said something about itself by {@code STATUS=} in sd_notify. */
    default void said(String name, String status) {}
}
