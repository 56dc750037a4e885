package dev.foster.process;

import dev.foster.process.internal.Engines;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
     * Claims a folder, unless some process has it.
     *
     * @throws IOException where there is no such thing: on systems other than Linux, and on file
     *     systems without locks
     */
    static Optional<FolderClaim> claim(Path folder) throws IOException {
        return Engines.claim(folder);
    }

    /**
     * Starts a child. When this returns, the command has been found and is being executed; anything
     * that prevents that is a {@link ProblemException}, and nothing is left behind.
     */
    Child spawn(ChildSpec spec);

    /**
     * Opens a socket on which processes tell how they are, as {@code sd_notify} does: give its path
     * to a child as {@code NOTIFY_SOCKET}. The messages of one socket reach the listener in order,
     * one at a time, on the engine's executor. The engine closes the socket if nobody else has.
     *
     * @param path where it appears, readable and writable by this user only; at most 107 bytes
     * @throws ProblemException when the path is too long, in use or not writable, or this engine
     *     has no such sockets
     */
    NotifySocket notifySocket(Path path, Consumer<NotifyMessage> listener);

    /**
     * A text that all descendants of this engine carry in their environment, and nothing else does.
     * Written down, it lets a later program find with {@link AbandonedChildren} what this one left
     * running.
     */
    String cookie();

    /** The children that have not exited. */
    List<Child> children();

    /**
     * Makes a meter for children of this engine. Whoever asked closes it, before the engine or
     * after.
     */
    UsageMeter meter();

    /**
     * Whether the engine's own thread is well. Safe from any thread, and never waits: a watchdog
     * asks it.
     */
    EnginePulse pulse();

    /**
     * Whether the children would be ended now if this JVM were killed. False while their guardian
     * is missing, which is tried again until there is one, and for an engine that leaves children
     * alive.
     */
    boolean guarded();

    /** What this engine can and cannot promise on this machine. */
    EngineFacts facts();

    /**
     * Stops every child by its own stop plan, all at once, then releases the engine. Bounded by the
     * slowest child's plan.
     */
    @Override
    void close();
}
