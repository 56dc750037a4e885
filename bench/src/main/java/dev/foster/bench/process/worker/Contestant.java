package dev.foster.bench.process.worker;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A system that runs child processes, each with three pipes. */
interface Contestant extends AutoCloseable {

    /** Starts a child and reads its outputs to their end, throwing them away. */
    Started start(List<String> command);

    /**
     * Starts a child and counts the lines of its standard output as they arrive.
     *
     * @return complete when the output has ended and the child is gone
     */
    CompletableFuture<Tally> read(List<String> command, Style style);

    @Override
    void close();

    /** A child that was started. */
    interface Started {

        /** Sends SIGKILL. */
        void kill();

        /** Waits for the system to say that the child has exited. */
        void awaitExit() throws InterruptedException;

        /** Waits until the child has exited and both outputs have been read to their end. */
        void awaitGone() throws InterruptedException;

        /** Asks for an end with SIGTERM; complete when the child has exited. */
        CompletableFuture<?> terminate();
    }

    /** How lines are asked for, where the system has more than one way. */
    enum Style {
        /** The cheapest way, nothing lost. */
        BATCHES,
        /** The cheapest way with default limits: a subscriber that falls behind loses output. */
        DROPPING,
        /** One object per line, nothing lost. */
        LINES
    }
}
