package dev.foster.process.internal;

/** The one thread that writes the state of an engine's children. */
public interface Loop {

    /**
     * Runs something on the loop's thread, soon; false when the loop has ended and it never will.
     */
    boolean execute(Runnable task);

    /**
     * Runs something on the loop's thread at a {@link System#nanoTime()} instant, unless it is
     * cancelled before.
     */
    Timer at(long nanoTime, Runnable task);

    /** Where that is told which fails on the loop's thread. */
    EngineFaults faults();

    /** Something that will happen later. */
    interface Timer {
        void cancel();
    }
}
