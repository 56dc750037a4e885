package dev.foster.process.internal.linux;

import dev.foster.process.internal.EngineFaults;

import java.util.ArrayList;
import java.util.List;

/**
 * Pipes that bring a little all the time, and whose readers can wait for it. They are left alone
 * for a while between two readings; those that rest equally long are read at the same moments, so
 * that fifty of them wake the reactor, and the readers, as often as one.
 */
final class RestingPipes {
    private final List<PipeReader> pipes = new ArrayList<>();

    void add(PipeReader pipe) {
        pipes.add(pipe);
    }

    void remove(PipeReader pipe) {
        pipes.remove(pipe);
    }

    /** Nanoseconds until the next one is due; −1 when none rests. */
    long waitNanos() {
        if (pipes.isEmpty()) {
            return -1;
        }
        long now = System.nanoTime();
        long least = Long.MAX_VALUE;
        for (PipeReader pipe : pipes) {
            least = Math.min(least, pipe.restsUntil() - now);
        }
        return Math.max(0, least);
    }

    void sweep(EngineFaults faults) {
        if (pipes.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        // A pipe may leave the list while it is read.
        for (PipeReader pipe : List.copyOf(pipes)) {
            if (pipe.restsUntil() - now <= 0) {
                faults.survives("it read a pipe", () -> pipe.readRested(now));
            }
        }
    }
}
