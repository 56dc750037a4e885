package dev.foster.cli.plugin;

import dev.foster.process.Child;
import dev.foster.process.StopReport;
import dev.foster.supervise.spec.Attendance;

import java.util.Optional;

/** What is gone through with one kind of plugin, between its start and its end. */
interface PluginScript {

    /**
     * The process runs.
     *
     * @return whether it makes sense to see how it stops
     */
    boolean hold(Child child, Attendance attendance) throws InterruptedException;

    /** What is wrong with an end by which nothing had to be killed. */
    Optional<String> fault(StopReport stopped);
}
