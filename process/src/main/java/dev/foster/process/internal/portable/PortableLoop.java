package dev.foster.process.internal.portable;

import dev.foster.process.internal.Loop;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One scheduler thread. */
final class PortableLoop implements Loop {
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().name("foster-loop").daemon().factory());

    PortableLoop() {
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public boolean execute(Runnable task) {
        try {
            thread.execute(task);
            return true;
        } catch (RejectedExecutionException ended) {
            return false;
        }
    }

    @Override
    public Timer at(long nanoTime, Runnable task) {
        try {
            Future<?> later =
                    thread.schedule(task, nanoTime - System.nanoTime(), TimeUnit.NANOSECONDS);
            return () -> later.cancel(false);
        } catch (RejectedExecutionException ended) {
            // The engine is closed: nothing is waited for any more.
            return () -> {};
        }
    }

    void end() {
        thread.close();
    }
}
