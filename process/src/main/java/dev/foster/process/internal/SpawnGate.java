package dev.foster.process.internal;

import dev.foster.process.ChildProblem;
import dev.foster.process.ProblemException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Lets spawns through until the engine is closed: no child is born after the last one was stopped.
 */
public final class SpawnGate {
    // Spawning shares it, closing takes it alone.
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final CompletableFuture<Void> closing = new CompletableFuture<>();
    private boolean closed;

    public <T> T whileOpen(Supplier<T> spawn) {
        lock.readLock().lock();
        try {
            if (closed) {
                throw new ProblemException(new ChildProblem.EngineClosed());
            }
            return spawn.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Runs the shutdown once; whoever else closes waits for it to be done. */
    public void close(Runnable shutdown) {
        boolean first;
        lock.writeLock().lock();
        try {
            first = !closed;
            closed = true;
        } finally {
            lock.writeLock().unlock();
        }
        if (!first) {
            closing.join();
            return;
        }
        try {
            shutdown.run();
        } finally {
            closing.complete(null);
        }
    }
}
