package dev.foster.supervise.loop;

import dev.foster.supervise.report.Watcher;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps a fault where it happened: whatever is thrown is told, and whoever runs the work goes on.
 * That holds for errors too: a supervisor that is short of memory for a moment, or finds a class
 * gone, still has processes to look after.
 */
public record FaultBarrier(Watcher watcher) {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int MOST_TRIES = 100;

    /**
     * Does it; false when it failed.
     *
     * @param doing what it is, as it stands behind "cannot"
     */
    public boolean run(String doing, Runnable work) {
        try {
            work.run();
            return true;
        } catch (Throwable fault) {
            told(doing, fault);
            return false;
        }
    }

    /** Tells of a fault that was survived. */
    public void told(String doing, Throwable fault) {
        try {
            watcher.faulted(doing, fault);
        } catch (Throwable again) {
            // Who is told of faults has one of its own: there is nobody left to tell.
        }
    }

    /**
     * Does what must not be left out, such as telling of an end: again and again while memory or
     * threads are short.
     *
     * @throws Error the last one, when they stay short
     */
    public static void insist(Runnable work) {
        for (int i = 1; i < MOST_TRIES; i++) {
            try {
                work.run();
                return;
            } catch (Error shortage) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
        work.run();
    }
}
