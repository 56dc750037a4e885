package dev.foster.process;

import dev.foster.process.internal.Engines;

import java.util.List;

/**
 * Spawns child processes and answers for every one of them until it is closed: their output is
 * read, their exits are collected, and none outlives the engine.
 *
 * <p>An engine costs one thread, however many children it has. Applications normally hold one.
 */
public interface ProcessEngine extends AutoCloseable {

    /** Starts the best engine this machine offers. */
    static ProcessEngine start() {
        return start(EngineOptions.defaults());
    }

    static ProcessEngine start(EngineOptions options) {
        return Engines.start(options);
    }

    /**
     * Starts a child. When this returns, the command has been found and is being executed; anything
     * that prevents that is a {@link ProblemException}, and nothing is left behind.
     */
    Child spawn(ChildSpec spec);

    /** The children that have not exited. */
    List<Child> children();

    /** What this engine can and cannot promise on this machine. */
    EngineFacts facts();

    /**
     * Stops every child by its own stop plan, all at once, then releases the engine. Bounded by the
     * slowest child's plan.
     */
    @Override
    void close();
}
