package dev.foster.process.internal;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/**
 * Runs callbacks on the executor of whoever uses the engine, and elsewhere when that one refuses or
 * fails: an exit must never go untold. Where no thread can be had at all they wait for a better
 * time, which the engine's loop looks for now and then.
 */
public final class Callbacks implements Executor {
    private final Executor wanted;
    private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    public Callbacks(Executor wanted) {
        this.wanted = wanted;
    }

    @Override
    public void execute(Runnable task) {
        if (!started(task)) {
            waiting.add(task);
        }
    }

    /** Tries those again that nobody ran. */
    public void retry() {
        for (Runnable task = waiting.peek(); task != null; task = waiting.peek()) {
            if (!started(task)) {
                return;
            }
            waiting.remove(task);
        }
    }

    private boolean started(Runnable task) {
        var once = new Once(task);
        try {
            wanted.execute(once);
            return true;
        } catch (Throwable refused) {
            return once.ran || startedElsewhere(task);
        }
    }

    private static boolean startedElsewhere(Runnable task) {
        try {
            Thread.startVirtualThread(task);
            return true;
        } catch (Throwable noMemory) {
            return false;
        }
    }

    /** An executor may run it on the spot: what is thrown then is the task's own. */
    private static final class Once implements Runnable {
        private final Runnable task;
        private volatile boolean ran;

        Once(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            ran = true;
            task.run();
        }
    }
}
