package dev.foster.process.internal.portable;

import dev.foster.process.EnginePulse;
import dev.foster.process.internal.Callbacks;
import dev.foster.process.internal.EngineFaults;
import dev.foster.process.internal.Loop;
import dev.foster.process.internal.LoopTurns;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One scheduler thread. */
final class PortableLoop implements Loop {
    private static final int RETRY_SECONDS = 1;

    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().name("foster-loop").daemon().factory());

    private final EngineFaults faults;
    private final LoopTurns turns = new LoopTurns();

    PortableLoop(EngineFaults faults, Callbacks callbacks) {
        this.faults = faults;
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        var _ =
                thread.scheduleWithFixedDelay(
                        guarded(callbacks::retry), RETRY_SECONDS, RETRY_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public boolean execute(Runnable task) {
        try {
            thread.execute(guarded(task));
            return true;
        } catch (RejectedExecutionException ended) {
            return false;
        }
    }

    @Override
    public Timer at(long nanoTime, Runnable task) {
        try {
            Future<?> later =
                    thread.schedule(
                            guarded(task), nanoTime - System.nanoTime(), TimeUnit.NANOSECONDS);
            return () -> later.cancel(false);
        } catch (RejectedExecutionException ended) {
            // The engine is closed: nothing is waited for any more.
            return () -> {};
        }
    }

    @Override
    public EngineFaults faults() {
        return faults;
    }

    /** What a task throws would otherwise be kept where nobody looks. */
    private Runnable guarded(Runnable task) {
        return () -> {
            turns.begin();
            faults.survives("it did what it was asked for", task);
            turns.end();
        };
    }

    /** A pool replaces a thread that ends, so it is there until the engine ends it. */
    EnginePulse pulse() {
        return turns.pulse(!thread.isShutdown());
    }

    void end() {
        thread.close();
    }
}
