package dev.foster.daemon.metrics.collect;

import dev.foster.daemon.metrics.Families;

/** Someone who knows figures, and tells them when asked. */
public interface MetricSource {

    /** Adds its figures; called by any thread. */
    void tell(Families families);
}
