package dev.foster.supervise;

import dev.foster.supervise.loop.Guard;
import dev.foster.supervise.report.Happening;
import dev.foster.supervise.report.ProcessState;
import dev.foster.supervise.report.Watcher;
import dev.foster.thread.Heartbeat;
import dev.foster.thread.Pulse;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Passes on what it is told, in order, from a thread of its own: whatever a listener does with it,
 * no process is started or stopped any later.
 */
final class Teller implements Watcher, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final BlockingQueue<Runnable> untold = new LinkedBlockingQueue<>();
    private final Watcher listener;
    private final Guard guard;
    private final Heartbeat heartbeat = new Heartbeat();
    private final Thread thread;
    private volatile boolean hurried;
    private boolean ended;

    Teller(Watcher listener) {
        this.listener = listener;
        this.guard = new Guard(listener);
        this.thread = Thread.ofPlatform().name("foster-teller").daemon().start(this::tellAll);
    }

    @Override
    public void changed(ProcessState state) {
        untold.add(() -> listener.changed(state));
    }

    @Override
    public void removed(String name) {
        untold.add(() -> listener.removed(name));
    }

    @Override
    public void happened(Happening happening, Instant at) {
        untold.add(() -> listener.happened(happening, at));
    }

    @Override
    public void faulted(String doing, Throwable fault) {
        untold.add(() -> listener.faulted(doing, fault));
    }

    private void tellAll() {
        while (!ended && !hurried) {
            try {
                tell(untold.take());
            } catch (InterruptedException left) {
                // Some listener left its interrupt behind, or the close ran out of patience.
            }
        }
    }

    // A listener's fault is its own: the next piece of news must reach it all the same.
    private void tell(Runnable news) {
        heartbeat.begin();
        try {
            news.run();
        } catch (Throwable fault) {
            guard.told("tell a listener the news", fault);
        } finally {
            heartbeat.end();
        }
    }

    /** How the thread is that tells. */
    Pulse pulse() {
        return heartbeat.pulse(thread.isAlive());
    }

    /** Tells what is left to tell, unless the listener takes too long over it. */
    @Override
    public void close() {
        // Set by the only thread that reads it, once it has told all before.
        untold.add(() -> ended = true);
        try {
            if (!thread.join(PATIENCE)) {
                leave();
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            leave();
        }
    }

    private void leave() {
        hurried = true;
        thread.interrupt();
    }
}
