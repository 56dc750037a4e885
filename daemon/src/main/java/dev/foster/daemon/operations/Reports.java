package dev.foster.daemon.operations;

import dev.foster.control.HealthView;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.daemon.metrics.MetricFamily;

import java.util.List;
import java.util.Optional;

/** What a daemon has to tell about itself to machines, and to whom it tells what happens. */
public interface Reports {

    /** Whether the daemon itself is well. */
    HealthView health();

    /** What of its own the daemon cannot write down or make again, one sentence each. */
    List<String> troubles();

    /** All figures of this moment. */
    List<MetricFamily> metrics();

    List<HookView> hooks();

    /**
     * Sends a test to a hook, or to all.
     *
     * @throws dev.foster.control.ControlProblem when there is none of that name, or none at all
     */
    List<HookTestView> test(Optional<String> hook);
}
