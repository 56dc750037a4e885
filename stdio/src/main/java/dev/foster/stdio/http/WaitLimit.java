package dev.foster.stdio.http;

import dev.foster.thread.Turns;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends waits that last too long, all of them by one thread that looks now and then. Nearly every
 * wait ends in well under a millisecond because its answer comes; a timer of its own for each would
 * cost more than the rest of the call.
 */
final class WaitLimit {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int MOST_IN_VAIN = 100;
    private static final Set<Turn> TURNS = ConcurrentHashMap.newKeySet();
    private static volatile boolean asleep;
    private static final Thread WATCH =
            Thread.ofVirtual().name("foster-mcp-patience").start(WaitLimit::watch);

    private WaitLimit() {}

    /** One wait. */
    static final class Turn {
        private final long end;
        private final Runnable wake;
        private volatile boolean over;

        private Turn(long end, Runnable wake) {
            this.end = end;
            this.wake = wake;
        }

        /** Whether it has lasted long enough. */
        boolean isOver() {
            return over;
        }

        /** Wakes who waits, when it is time. */
        private boolean isDue(long now) {
            if (now - end < 0) {
                return false;
            }
            over = true;
            Turns.take("end a wait", wake);
            return true;
        }

        /** Nobody waits any more. */
        void end() {
            TURNS.remove(this);
        }
    }

    /**
     * Begins a wait.
     *
     * @param wake runs once when it has lasted this long, unless it has ended before
     */
    static Turn begin(long nanos, Runnable wake) {
        var turn = new Turn(System.nanoTime() + nanos, wake);
        TURNS.add(turn);
        if (asleep) {
            // Once for many calls: it looks a while longer than there is somebody to look for.
            asleep = false;
            LockSupport.unpark(WATCH);
        }
        return turn;
    }

    private static void watch() {
        int inVain = 0;
        while (true) {
            inVain = TURNS.isEmpty() ? inVain + 1 : 0;
            if (inVain > MOST_IN_VAIN) {
                asleep = true;
                // One that began just before that has not seen it.
                if (TURNS.isEmpty()) {
                    LockSupport.park();
                }
                asleep = false;
            } else {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            long now = System.nanoTime();
            TURNS.removeIf(turn -> turn.isDue(now));
        }
    }
}
