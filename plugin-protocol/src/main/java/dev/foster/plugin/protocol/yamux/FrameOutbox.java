package dev.foster.plugin.protocol.yamux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.GatheringByteChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Frames on their way to the connection, written in order by one thread. Only that thread touches
 * the connection: an interrupt that meets a thread within a write of a {@code SocketChannel} closes
 * the channel, and an interrupted user of one stream must not end all the others.
 *
 * <p>Data waits for room. Frames without data never wait, because the reader of the session sends
 * them too and must go on reading; there can be many of them only if the peer provokes them without
 * reading the answers, and such a peer loses the session.
 */
final class FrameOutbox {
    private static final int ROOM = 1 << 20;
    private static final int CONTROL_FRAMES = 8192;
    private static final int BATCH = 32;

    private final ByteChannel connection;
    private final Runnable roomAgain;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final Condition done = lock.newCondition();
    private final ArrayDeque<ByteBuffer> frames = new ArrayDeque<>();
    private int bytes;
    private int controlFrames;
    private boolean refused;
    private boolean closing;
    private boolean finished;
    private volatile boolean writing;
    private volatile long progress;

    /**
     * @param roomAgain called, by the writing thread, when there is room again after {@link #offer}
     *     found none
     */
    FrameOutbox(ByteChannel connection, Runnable roomAgain) {
        this.connection = connection;
        this.roomAgain = roomAgain;
    }

    /** Takes a frame with data, when there is room. */
    void data(ByteBuffer frame) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (bytes >= ROOM && !closing) {
                room.await();
            }
            if (closing) {
                throw new ClosedChannelException();
            }
            frames.add(frame);
            bytes += frame.remaining();
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Takes a frame with data if there is room; tells whether it did. */
    boolean offer(ByteBuffer frame) throws ClosedChannelException {
        lock.lock();
        try {
            if (closing) {
                throw new ClosedChannelException();
            }
            if (bytes >= ROOM) {
                refused = true;
                return false;
            }
            frames.add(frame);
            bytes += frame.remaining();
            work.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a frame without data at once; a frame for a session that is ending is forgotten. */
    void control(FrameHeader frame) throws YamuxException {
        lock.lock();
        try {
            if (closing) {
                return;
            }
            if (controlFrames == CONTROL_FRAMES) {
                throw new YamuxException("the peer provokes answers faster than it reads them");
            }
            controlFrames++;
            frames.add(frame.encoded());
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes until {@link #close} was called and everything is written, or the connection fails.
     */
    void run() throws IOException {
        ByteBuffer[] batch = new ByteBuffer[BATCH];
        try {
            for (int count = take(batch); count > 0; count = take(batch)) {
                if (wantedRoom()) {
                    roomAgain.run();
                }
                write(batch, count);
            }
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        } finally {
            finish();
        }
    }

    private int take(ByteBuffer[] batch) throws InterruptedException {
        lock.lock();
        try {
            writing = false;
            while (frames.isEmpty() && !closing) {
                work.await();
            }
            int count = 0;
            while (count < batch.length && !frames.isEmpty()) {
                ByteBuffer frame = frames.remove();
                if (frame.remaining() == FrameHeader.BYTES) {
                    controlFrames--;
                } else {
                    bytes -= frame.remaining();
                }
                batch[count++] = frame;
            }
            room.signalAll();
            progress = System.nanoTime();
            writing = count > 0;
            return count;
        } finally {
            lock.unlock();
        }
    }

    private boolean wantedRoom() {
        lock.lock();
        try {
            boolean wanted = refused && bytes < ROOM;
            refused &= !wanted;
            return wanted;
        } finally {
            lock.unlock();
        }
    }

    private void write(ByteBuffer[] batch, int count) throws IOException {
        if (connection instanceof GatheringByteChannel gathering) {
            while (batch[count - 1].hasRemaining()) {
                gathering.write(batch, 0, count);
                progress = System.nanoTime();
            }
            return;
        }
        for (int next = 0; next < count; next++) {
            while (batch[next].hasRemaining()) {
                connection.write(batch[next]);
                progress = System.nanoTime();
            }
        }
    }

    private void finish() {
        lock.lock();
        try {
            closing = true;
            finished = true;
            writing = false;
            frames.clear();
            room.signalAll();
            done.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether a write goes on that has moved nothing for this long. */
    boolean stuckFor(Duration limit) {
        return writing && System.nanoTime() - progress > limit.toNanos();
    }

    /** Takes no more frames; this one is the last. What waits is written still. */
    void close(FrameHeader last) {
        lock.lock();
        try {
            if (!closing) {
                closing = true;
                frames.add(last.encoded());
                controlFrames++;
                work.signal();
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything is written, but not longer than this. */
    void awaitWritten(Duration limit) {
        lock.lock();
        try {
            long left = limit.toNanos();
            while (!finished && left > 0) {
                left = done.awaitNanos(left);
            }
        } catch (InterruptedException interrupt) {
            // Whoever closes in a hurry does not wait for a slow peer.
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
