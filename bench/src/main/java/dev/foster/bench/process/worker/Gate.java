package dev.foster.bench.process.worker;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Stands before a contestant, so that a worker that is told to end in the middle of a turn leaves
 * no child behind: once the gate is shut nothing more is started, and everything that was is ended.
 */
final class Gate implements Contestant {
    private final Contestant contestant;
    private volatile boolean shut;

    Gate(Contestant contestant) {
        this.contestant = contestant;
    }

    @Override
    public synchronized Started start(List<String> command) {
        checkOpen();
        return contestant.start(command);
    }

    @Override
    public synchronized CompletableFuture<Tally> read(List<String> command, Style style) {
        checkOpen();
        return contestant.read(command, style);
    }

    private void checkOpen() {
        if (shut) {
            throw new IllegalStateException("cannot start a child: the worker is ending");
        }
    }

    @Override
    public void close() {
        // Before the lock: a turn that starts one child after the other would not let it go for
        // long.
        shut = true;
        synchronized (this) {
            contestant.close();
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        }
    }
}
