package dev.foster.plugin.protocol.yamux;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How a stream stands: what was received and not read, what each side may still send, and which
 * directions have ended. The lock is held by the reader of the session too, so never while waiting
 * for the connection.
 */
final class StreamState {
    private static final long LARGEST_WINDOW = 0xffff_ffffL;

    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition readable = lock.newCondition();
    private final Condition writable = lock.newCondition();
    private final ReceiveBuffer received = new ReceiveBuffer();
    private final long opened = System.nanoTime();

    /** What the peer may still send, and what was read and not yet given back to it. */
    private int receiveWindow = YamuxStream.WINDOW;

    private int consumed;
    private long sendWindow = YamuxStream.WINDOW;
    private boolean acknowledged;
    private boolean outputClosed;
    private long outputClosedAt;
    private boolean inputEnded;
    private boolean inputClosed;
    private @Nullable YamuxException failure;

    /**
     * @param name the number of the stream, for messages
     * @param acknowledged true for a stream of the peer, which need not be accepted by it
     */
    StreamState(String name, boolean acknowledged) {
        this.name = name;
        this.acknowledged = acknowledged;
    }

    /** What a read did: how much it read, and how much more the peer may send for it. */
    record Taken(int bytes, int giveBack) {}

    /** Reads what is there, and if nothing is, waits for it or not; -1 bytes at the end. */
    Taken take(ByteBuffer target, boolean wait) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (received.size() == 0) {
                if (inputClosed) {
                    throw new ClosedChannelException();
                } else if (inputEnded) {
                    return new Taken(-1, 0);
                } else if (failure != null) {
                    throw again(failure);
                } else if (!wait) {
                    return new Taken(0, 0);
                }
                readable.await();
            }
            int taken = received.take(target);
            return new Taken(taken, giveBackFor(taken));
        } finally {
            lock.unlock();
        }
    }

    /** Half a window at a time, so that news of it is rare. */
    private int giveBackFor(int taken) {
        consumed += taken;
        if (consumed < YamuxStream.WINDOW / 2 || inputEnded || failure != null) {
            return 0;
        }
        int giveBack = consumed;
        receiveWindow += giveBack;
        consumed = 0;
        return giveBack;
    }

    int available() {
        lock.lock();
        try {
            return received.size();
        } finally {
            lock.unlock();
        }
    }

    /** Whether a read would return, or fail, at once. */
    boolean readable() {
        lock.lock();
        try {
            return received.size() > 0 || inputEnded || inputClosed || failure != null;
        } finally {
            lock.unlock();
        }
    }

    /** Takes part of what may be sent; waits until that is not nothing. */
    int awaitWindow(int wanted) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (sendWindow == 0 && failure == null && !outputClosed) {
                writable.await();
            }
            return takeWindow(wanted);
        } finally {
            lock.unlock();
        }
    }

    /** Takes part of what may be sent, maybe nothing. */
    int takeWindow(int wanted) throws IOException {
        lock.lock();
        try {
            if (failure != null) {
                throw again(failure);
            } else if (outputClosed) {
                throw new ClosedChannelException();
            }
            int piece = (int) Math.min(wanted, sendWindow);
            sendWindow -= piece;
            return piece;
        } finally {
            lock.unlock();
        }
    }

    /** So much more may be sent. */
    void widenWindow(long increment) throws YamuxException {
        lock.lock();
        try {
            sendWindow += increment;
            if (sendWindow > LARGEST_WINDOW) {
                throw new YamuxException(
                        "the peer opened the window of stream " + name + " too far");
            }
            writable.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Whether this was news. */
    boolean closeOutput() {
        lock.lock();
        try {
            if (outputClosed || failure != null) {
                return false;
            }
            outputClosed = true;
            outputClosedAt = System.nanoTime();
            writable.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Nobody wants to read any more. */
    void closeInput() {
        lock.lock();
        try {
            inputClosed = true;
            received.clear();
            readable.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The peer is about to send this much: whether it is wanted. */
    boolean admits(long length) throws YamuxException {
        lock.lock();
        try {
            if (length > receiveWindow) {
                throw new YamuxException(
                        "the peer sent more on stream " + name + " than its window admits");
            }
            receiveWindow -= (int) length;
            // In the Go implementation data can come after the end of its stream; it is dropped.
            return !inputEnded && !inputClosed;
        } finally {
            lock.unlock();
        }
    }

    void received(ByteBuffer piece) {
        lock.lock();
        try {
            if (!inputClosed && failure == null) {
                received.put(piece);
                readable.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The peer will send no more. */
    void endInput() throws YamuxException {
        lock.lock();
        try {
            if (inputEnded) {
                throw new YamuxException("the peer ended stream " + name + " twice");
            }
            inputEnded = true;
            readable.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The peer accepted it: whether this is news. */
    boolean acknowledge() {
        lock.lock();
        try {
            boolean news = !acknowledged;
            acknowledged = true;
            return news;
        } finally {
            lock.unlock();
        }
    }

    /** It is over: whether it was not yet. */
    boolean fail(YamuxException why) {
        lock.lock();
        try {
            if (failure != null) {
                return false;
            }
            failure = why;
            readable.signalAll();
            writable.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    boolean failed() {
        lock.lock();
        try {
            return failure != null;
        } finally {
            lock.unlock();
        }
    }

    /** Whether both sides have said that nothing more comes. */
    boolean closedByBoth() {
        lock.lock();
        try {
            return outputClosed && inputEnded;
        } finally {
            lock.unlock();
        }
    }

    /** Whether something can still be read or written. */
    boolean open() {
        lock.lock();
        try {
            return failure == null && !(outputClosed && (inputEnded || inputClosed));
        } finally {
            lock.unlock();
        }
    }

    /** Whether it was opened longer ago than this, and the peer has not accepted it. */
    boolean unacknowledgedFor(long nanos) {
        lock.lock();
        try {
            return !acknowledged && System.nanoTime() - opened > nanos;
        } finally {
            lock.unlock();
        }
    }

    /** Whether this side closed it longer ago than this, and the peer has not. */
    boolean halfClosedFor(long nanos) {
        lock.lock();
        try {
            return outputClosed && !inputEnded && System.nanoTime() - outputClosedAt > nanos;
        } finally {
            lock.unlock();
        }
    }

    /** A stack trace of its own for each who meets it. */
    private static YamuxException again(YamuxException failure) {
        return new YamuxException(String.valueOf(failure.getMessage()), failure);
    }
}
