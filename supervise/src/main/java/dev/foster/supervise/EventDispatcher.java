package dev.foster.supervise;

import dev.foster.supervise.loop.FaultBarrier;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;
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
final class EventDispatcher implements Watcher, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final BlockingQueue<Runnable> untold = new LinkedBlockingQueue<>();
    private final Watcher listener;
    private final FaultBarrier barrier;
    private final Heartbeat heartbeat = new Heartbeat();
    private final Thread thread;
    private volatile boolean hurried;
    private boolean ended;

    EventDispatcher(Watcher listener) {
        this.listener = listener;
        this.barrier = new FaultBarrier(listener);
        this.thread = Thread.ofPlatform().name("foster-teller").daemon().start(this::tellAll);
    }

    @Override
    public void changed(ProcessStatus state) {
        untold.add(() -> listener.changed(state));
    }

    @Override
    public void removed(String name) {
        untold.add(() -> listener.removed(name));
    }

    @Override
    public void happened(ProcessEvent event, Instant at) {
        untold.add(() -> listener.happened(event, at));
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
            barrier.told("tell a listener the news", fault);
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
