package dev.foster.sdk;

import com.google.protobuf.ByteString;

import dev.foster.plugin.protocol.wire.StdioData;
import dev.foster.plugin.protocol.wire.StdioData.Channel;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * What the plugin printed and the host has not taken yet, as much as a pipe would hold. Who prints
 * more waits for the host.
 */
final class StdioBuffer {
    /** As much as fits in one message by the rules of the protocol. */
    static final int CHUNK = 1024;

    /** As much as a pipe of Linux holds. */
    static final int CAPACITY = 64 * 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Ring out = new Ring();
    private final Ring error = new Ring();
    private boolean errorIsNext;
    private boolean closed;

    private Ring ring(Channel channel) {
        return channel == Channel.STDERR ? error : out;
    }

    /** Waits while there is no room; after the end everything is dropped. */
    void write(Channel channel, byte[] bytes, int offset, int length)
            throws InterruptedIOException {
        int written = 0;
        lock.lock();
        try {
            while (written < length && !closed) {
                int count = ring(channel).put(bytes, offset + written, length - written);
                written += count;
                if (count > 0) {
                    changed.signalAll();
                } else {
                    changed.await();
                }
            }
        } catch (InterruptedException interrupt) {
            var interrupted = new InterruptedIOException("interrupted while the host reads");
            interrupted.bytesTransferred = written;
            throw interrupted;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the next piece, of the two channels in turn.
     *
     * @param ready whether it could be sent; {@link #wake} when that changes
     * @param over whether nobody wants it any more; {@link #wake} when that changes
     * @return nothing when it is over, or everything was taken after the end
     */
    Optional<StdioData> take(BooleanSupplier ready, BooleanSupplier over)
            throws InterruptedException {
        lock.lock();
        try {
            while (!over.getAsBoolean()) {
                if (ready.getAsBoolean() && !empty()) {
                    changed.signalAll();
                    return Optional.of(next());
                }
                if (closed && empty()) {
                    return Optional.empty();
                }
                changed.await();
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private StdioData next() {
        boolean takeError = out.size() == 0 || (errorIsNext && error.size() > 0);
        errorIsNext = !takeError;
        return StdioData.newBuilder()
                .setChannel(takeError ? Channel.STDERR : Channel.STDOUT)
                .setData(ByteString.copyFrom((takeError ? error : out).get(CHUNK)))
                .build();
    }

    private boolean empty() {
        return out.size() == 0 && error.size() == 0;
    }

    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything was taken, and tells whether it was in time. */
    boolean drained(Duration limit) throws InterruptedException {
        long left = limit.toNanos();
        lock.lock();
        try {
            while (!empty() && left > 0) {
                left = changed.awaitNanos(left);
            }
            return empty();
        } finally {
            lock.unlock();
        }
    }

    /** The end: nobody waits any more, and what is still there can be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes in a circle. */
    private static final class Ring {
        private final byte[] bytes = new byte[CAPACITY];
        private int begin;
        private int size;

        int size() {
            return size;
        }

        int put(byte[] from, int offset, int length) {
            int count = Math.min(length, CAPACITY - size);
            int at = (begin + size) % CAPACITY;
            int first = Math.min(count, CAPACITY - at);
            System.arraycopy(from, offset, bytes, at, first);
            System.arraycopy(from, offset + first, bytes, 0, count - first);
            size += count;
            return count;
        }

        byte[] get(int most) {
            var taken = new byte[Math.min(most, size)];
            int first = Math.min(taken.length, CAPACITY - begin);
            System.arraycopy(bytes, begin, taken, 0, first);
            System.arraycopy(bytes, 0, taken, first, taken.length - first);
            begin = (begin + taken.length) % CAPACITY;
            size -= taken.length;
            return taken;
        }
    }
}
