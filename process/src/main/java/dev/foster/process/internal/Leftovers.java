package dev.foster.process.internal;

import dev.foster.process.Signal;

import java.util.function.IntConsumer;

/** The descendants of one child that may outlive it. Used on the loop's thread only. */
public interface Leftovers {

    /** Notes who descends from the child now, while the kernel still knows. */
    void remember();

    /**
     * Counts those that are still alive once the child itself is gone; answers on the loop's
     * thread, soon.
     */
    void count(IntConsumer alive);

    /** Signals each of those found by the last count; false when that knew none for certain. */
    boolean signal(Signal signal);

    /** How many different ones were found in all. */
    int found();
}
