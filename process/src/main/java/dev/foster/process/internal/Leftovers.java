package dev.foster.process.internal;

import dev.foster.process.Signal;

/** The descendants of one child that may outlive it. Used on the loop's thread only. */
public interface Leftovers {

    /** Notes who descends from the child now, while the kernel still knows. */
    void remember();

    /**
     * Counts those that are still alive once the child itself is gone; answers on the loop's
     * thread, soon, and never before this returns.
     */
    void count(Count answer);

    /** Sends a signal to each of those found by the last count who was not asked before. */
    void ask(Signal signal);

    /** Kills those found by the last count who were asked this long ago. */
    void killAskedSince(long nanos);

    /** Kills all found by the last count. */
    void killAll();

    /** How many different ones were found in all. */
    int found();

    /** How many of them had to be killed. */
    int killed();

    /** What a count came to. */
    interface Count {
        /**
         * How many are left.
         *
         * @param alive how many are known to live
         * @param undecided how many more may be its own, or may live
         */
        void is(int alive, int undecided);
    }
}
