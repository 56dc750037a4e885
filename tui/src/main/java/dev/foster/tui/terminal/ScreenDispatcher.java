package dev.foster.tui.terminal;

import dev.foster.tui.frame.Size;

import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells a screen's listener what happens, one thing after the other, on a thread of its own. */
final class ScreenDispatcher implements AutoCloseable {
    private static final long ESCAPE_MILLIS = 40;
    private static final long LOOK_MILLIS = 1000;

    private final Screen.Listener listener;
    private final Runnable look;
    private final KeyDecoder decoder;
    private final BlockingQueue<Runnable> news = new LinkedBlockingQueue<>();
    private final AtomicBoolean gone = new AtomicBoolean();
    private final Optional<Long> parent = parent();
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Begins to tell.
     *
     * @param look done about once a second
     */
    ScreenDispatcher(Screen.Listener listener, Runnable look) {
        this.listener = listener;
        this.look = look;
        this.decoder = new KeyDecoder(listener::typed);
        this.thread = Thread.ofPlatform().daemon().name("foster-teller").start(this::run);
    }

    /** Has something done on its thread, after what is told already. */
    void add(Runnable one) {
        news.add(one);
    }

    void read(byte[] bytes) {
        news.add(() -> decoder.feed(bytes, bytes.length));
    }

    void resized(Size size) {
        news.add(() -> listener.resized(size));
    }

    /** Tells it once, however often it is said. */
    void gone() {
        if (gone.compareAndSet(false, true)) {
            news.add(listener::gone);
        }
    }

    /** Whether another process is our parent than in the beginning: the first one has ended. */
    boolean parentIsGone() {
        return !parent().equals(parent);
    }

    private static Optional<Long> parent() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid);
    }

    private void run() {
        long looked = System.nanoTime();
        try {
            while (!closed) {
                long wait = decoder.pending() ? ESCAPE_MILLIS : LOOK_MILLIS;
                Runnable next = news.poll(wait, TimeUnit.MILLISECONDS);
                if (next != null) {
                    next.run();
                } else if (decoder.pending()) {
                    decoder.timeout();
                }
                if (System.nanoTime() - looked >= TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)) {
                    looked = System.nanoTime();
                    look.run();
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        news.add(() -> {});
        try {
            // Bounded, because the listener may be just closing the screen, too.
            if (!thread.equals(Thread.currentThread())) {
                thread.join(LOOK_MILLIS);
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}
