package dev.foster.process.internal.linux;

import dev.foster.process.internal.EngineFaults;

import java.util.ArrayList;
import java.util.List;

/**
 * Pipes that deliver many small pieces. Every write to a pipe that epoll watches wakes the reactor,
 * which makes a child that writes line by line expensive; so such a pipe leaves epoll and is read
 * on a short timer until it is quiet again. The timer follows the pipes: shorter when they fill up,
 * longer when little comes.
 */
final class HotPipes {
    private static final long SHORTEST_NANOS = 50_000;
    private static final long LONGEST_NANOS = 1_000_000;
    private static final int MUCH = 40 * 1024;
    private static final int LITTLE = 20 * 1024;

    private final List<PipeReader> pipes = new ArrayList<>();
    private long interval = 200_000;
    private long nextSweep;

    void add(PipeReader pipe) {
        if (pipes.isEmpty()) {
            nextSweep = System.nanoTime() + interval;
        }
        pipes.add(pipe);
    }

    void remove(PipeReader pipe) {
        pipes.remove(pipe);
    }

    /** Nanoseconds until the next sweep; −1 when no pipe is hot. */
    long waitNanos() {
        return pipes.isEmpty() ? -1 : Math.max(0, nextSweep - System.nanoTime());
    }

    void sweep(EngineFaults faults) {
        if (pipes.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        if (now < nextSweep) {
            return;
        }
        int most = 0;
        // A pipe may leave the list while it is swept.
        for (PipeReader pipe : List.copyOf(pipes)) {
            try {
                most = Math.max(most, pipe.sweep(now));
            } catch (Throwable thrown) {
                faults.tell("it read a pipe", thrown);
            }
        }
        if (most > MUCH) {
            interval = Math.max(SHORTEST_NANOS, interval / 2);
        } else if (most < LITTLE) {
            interval = Math.min(LONGEST_NANOS, interval + interval / 4);
        }
        nextSweep = now + interval;
    }
}
