package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.UsageMeter;
import dev.foster.supervise.report.Watcher;

import java.time.Duration;

/** Is told how processes stand and what happens to them. None of its methods may block. */
public interface SupervisorListener extends Watcher {

    /**
     * A run has begun: the moment to listen to its output. Called before anybody else hears of the
     * run, which waits for it a few seconds at most and then goes on; what it throws is told to
     * {@link #faulted}, and the run goes on as well.
     */
    default void spawned(String name, long run, Child child) {}

    /**
     * Whether it wants to be told what processes use. If so, all of them are measured once a
     * second; otherwise only those with limits are, to hold them to these.
     */
    default boolean measures() {
        return false;
    }

    /**
     * What a run and its descendants used was measured: once a second, and every fourth while they
     * do nothing, which stays so until the next call. Called by the thread that measures, for which
     * the figures are good only until this returns.
     */
    default void measured(String name, long run, UsageMeter.Tree tree) {}

    /**
     * A process was asked how it is, and answered or did not. Called by the thread that asked.
     *
     * @param role {@code ready} or {@code live}: what was to be found out
     */
    default void probed(String name, String role, boolean good, Duration took) {}

    /** A process said something about itself by {@code STATUS=} in sd_notify. */
    default void said(String name, String status) {}
}
