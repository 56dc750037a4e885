package dev.foster.tui.terminal;

import dev.foster.tui.frame.Frame;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;

/**
 * Writes to the terminal, on a thread of its own, because a terminal may take nothing for a while.
 * It has room for one frame: a newer one takes its place.
 */
final class ScreenWriter {
    private final WritableByteChannel terminal;
    private final Painter painter;
    private final Runnable lost;
    private final Thread thread;

    private final Queue<byte[]> codes = new ArrayDeque<>();
    private @Nullable Frame next;
    private @Nullable Frame last;
    private boolean anew;
    private boolean writing;
    private boolean paused;
    private boolean ended;
    private boolean done;

    /**
     * Begins to write.
     *
     * @param lost told when the terminal cannot be written to any more
     */
    ScreenWriter(WritableByteChannel terminal, ColourDepth depth, Runnable lost) {
        this.terminal = terminal;
        this.painter = new Painter(depth);
        this.lost = lost;
        this.thread = Thread.ofPlatform().daemon().name("foster-screen").start(this::run);
    }

    synchronized void show(Frame frame) {
        next = frame;
        notifyAll();
    }

    synchronized boolean busy() {
        return writing || next != null;
    }

    /** The next frame is painted as if nothing were known of what the terminal shows. */
    synchronized void paintAnew() {
        anew = true;
    }

    /** Sends something that is not a frame. */
    synchronized void send(String code) {
        codes.add(code.getBytes(StandardCharsets.UTF_8));
        notifyAll();
    }

    /** Sends this, and then no frames any more; true when it was sent in time. */
    synchronized boolean pause(String code, Duration limit) throws InterruptedException {
        paused = true;
        send(code);
        return await(limit);
    }

    /** Sends this, and then frames again, the last that was shown first. */
    synchronized void resume(String code) {
        paused = false;
        anew = true;
        next = next == null ? last : next;
        send(code);
    }

    /**
     * Writes nothing more; its thread ends as soon as the terminal takes what it writes, or closes.
     */
    synchronized void close() {
        ended = true;
        notifyAll();
    }

    private synchronized boolean await(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!codes.isEmpty() || writing) {
            long millis = (end - System.nanoTime()) / 1_000_000;
            if (done || millis <= 0) {
                return false;
            }
            wait(millis);
        }
        return true;
    }

    private void run() {
        try {
            for (byte[] bytes = next(); bytes != null; bytes = next()) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    terminal.write(buffer);
                }
            }
            over(false);
        } catch (IOException gone) {
            over(true);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            over(false);
        }
    }

    private void over(boolean failed) {
        boolean early;
        synchronized (this) {
            early = !ended;
            done = true;
            writing = false;
            notifyAll();
        }
        if (failed && early) {
            lost.run();
        }
    }

    /** What to write next; null at the end. */
    private byte @Nullable [] next() throws InterruptedException {
        Frame frame;
        boolean forget;
        synchronized (this) {
            writing = false;
            notifyAll();
            while (!ended && codes.isEmpty() && (paused || next == null)) {
                wait();
            }
            if (ended) {
                return null;
            }
            writing = true;
            byte[] code = codes.poll();
            if (code != null) {
                return code;
            }
            frame = Objects.requireNonNull(next);
            last = frame;
            next = null;
            forget = anew;
            anew = false;
        }
        if (forget) {
            painter.forget();
        }
        return painter.paint(frame);
    }

    /** Waits for the end of its thread, once the terminal is closed. */
    void join() throws InterruptedException {
        if (!thread.equals(Thread.currentThread())) {
            thread.join();
        }
    }
}
