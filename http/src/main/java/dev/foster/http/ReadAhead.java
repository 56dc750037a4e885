package dev.foster.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;

/**
 * Reads from a client of whom nothing is expected yet, to learn of its end. What comes instead is
 * the beginning of its next request and is kept. A read cannot be called back, so the last one may
 * outlive the interest in it; it then brings the next request.
 */
final class ReadAhead {
    private final ReadableByteChannel channel;
    private final byte[] kept;
    private int from;
    private int to;
    private boolean reading = true;
    private boolean ended;
    private Optional<Runnable> watcher;

    ReadAhead(ReadableByteChannel channel, int capacity, Runnable watcher) {
        this.channel = channel;
        this.kept = new byte[capacity];
        this.watcher = Optional.of(watcher);
        start(0);
    }

    private void start(int begin) {
        Thread.ofVirtual().name("foster-http-ahead").start(() -> readFrom(begin));
    }

    private void readFrom(int first) {
        int begin = first;
        while (begin >= 0) {
            int count;
            try {
                count = channel.read(ByteBuffer.wrap(kept, begin, kept.length - begin));
            } catch (IOException reset) {
                count = -1;
            }
            begin = count < 0 ? ended() : came(count);
        }
    }

    /** Takes note of new bytes; where to read on, or -1 if nobody is interested. */
    private synchronized int came(int count) {
        to += count;
        // A client that sends this much without waiting is held back, and no longer watched.
        reading = watcher.isPresent() && to < kept.length;
        notifyAll();
        return reading ? to : -1;
    }

    private int ended() {
        Optional<Runnable> told;
        synchronized (this) {
            ended = true;
            reading = false;
            told = watcher;
            watcher = Optional.empty();
            notifyAll();
        }
        told.ifPresent(Runnable::run);
        return -1;
    }

    /** Tells this one of the end; false if it has come already. */
    synchronized boolean watch(Runnable next) {
        watcher = Optional.of(next);
        if (!reading && !ended && to < kept.length) {
            reading = true;
            start(to);
        }
        return !ended;
    }

    synchronized void unwatch() {
        watcher = Optional.empty();
    }

    /** Whether it may be forgotten: it reads no more, and all it has read is taken. */
    synchronized boolean spent() {
        return !reading && !ended && from == to;
    }

    /** Waits for bytes and takes them; false at the end. */
    synchronized boolean take(ByteBuffer target) throws IOException {
        while (from == to && reading) {
            try {
                wait();
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while waiting for a request");
            }
        }
        int count = Math.min(target.remaining(), to - from);
        target.put(kept, from, count);
        from += count;
        return count > 0;
    }
}
