package dev.foster.plugin.protocol.yamux;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One of the streams of a session: a byte channel whose reads and writes block the thread, which
 * should be a virtual one. One thread may read while another writes. An interrupt ends the blocked
 * call with an {@link InterruptedIOException} and leaves the stream as it is. For threads that must
 * not wait there are {@link #readNow}, {@link #writeNow} and {@link #whenReady}.
 *
 * <p>The two directions end separately: {@link #closeOutput} tells the peer that nothing more
 * comes, and reading goes on until the peer has said the same.
 */
public final class YamuxStream implements ByteChannel {
    static final int WINDOW = 256 * 1024;

    /** Larger frames would make the other streams wait. */
    private static final int LARGEST_FRAME = 64 * 1024;

    private final YamuxSession session;
    private final int id;
    private final StreamState state;

    /** Keeps the end of the output behind the data of a write that is still at it. */
    private final ReentrantLock order = new ReentrantLock();

    private volatile Runnable listener = () -> {};

    YamuxStream(YamuxSession session, int id, boolean ours) {
        this.session = session;
        this.id = id;
        this.state = new StreamState(name(), !ours);
    }

    /** Its number in the session, unsigned: odd when the client opened it. */
    public int id() {
        return id;
    }

    String name() {
        return Integer.toUnsignedString(id);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return read(target, true);
    }

    /**
     * Reads what is there.
     *
     * @return how much that was; 0 when nothing is there yet, -1 at the end
     */
    public int readNow(ByteBuffer target) throws IOException {
        return read(target, false);
    }

    private int read(ByteBuffer target, boolean wait) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        try {
            StreamState.Taken taken = state.take(target, wait);
            if (taken.giveBack() > 0) {
                session.send(FrameHeader.window(0, id, taken.giveBack()));
            }
            return taken.bytes();
        } catch (InterruptedException interrupt) {
            throw interrupted("read");
        }
    }

    /** How much {@link #readNow} would find. */
    public int available() {
        return state.available();
    }

    /** Whether a read would return, or fail, at once. */
    public boolean readable() {
        return state.readable();
    }

    /** Writes all of it; what the peer's window does not admit waits. */
    @Override
    public int write(ByteBuffer source) throws IOException {
        int size = source.remaining();
        try {
            order.lockInterruptibly();
            try {
                while (source.hasRemaining()) {
                    int piece = state.awaitWindow(Math.min(source.remaining(), LARGEST_FRAME));
                    ByteBuffer data = source.slice(source.position(), piece);
                    session.sendData(new FrameHeader(FrameHeader.DATA, 0, id, piece).encoded(data));
                    source.position(source.position() + piece);
                }
            } finally {
                order.unlock();
            }
        } catch (InterruptedException interrupt) {
            throw interrupted("write");
        }
        return size;
    }

    /**
     * Writes as much of these as the peer's window and the connection take at once.
     *
     * @return how much that was, maybe 0; the buffers' positions have moved by as much
     */
    public long writeNow(ByteBuffer[] sources, int count) throws IOException {
        var rest = new Gathered(sources, count);
        long written = 0;
        order.lock();
        try {
            while (rest.remaining() > 0) {
                int piece = state.takeWindow((int) Math.min(rest.remaining(), LARGEST_FRAME));
                if (piece == 0) {
                    break;
                }
                ByteBuffer frame = new FrameHeader(FrameHeader.DATA, 0, id, piece).header(piece);
                if (!session.offerData(rest.moveTo(frame).flip())) {
                    state.widenWindow(piece);
                    break;
                }
                written += piece;
            }
        } finally {
            order.unlock();
        }
        rest.done(written);
        return written;
    }

    /**
     * Has this called whenever {@link #readNow} or {@link #writeNow} may do more than before, or
     * fail. It is called by threads of the session, must return at once, and may be called in vain.
     */
    public void whenReady(Runnable listener) {
        this.listener = listener;
    }

    void ready() {
        listener.run();
    }

    /** Tells the peer that nothing more comes. Reading goes on. */
    public void closeOutput() {
        if (!state.closeOutput()) {
            return;
        }
        order.lock();
        try {
            session.send(FrameHeader.window(FrameHeader.FIN, id, 0));
        } finally {
            order.unlock();
        }
        if (state.closedByBoth()) {
            session.forget(this);
        }
    }

    /** Ends both directions: nothing more is sent, and what still comes is thrown away. */
    @Override
    public void close() {
        state.closeInput();
        closeOutput();
    }

    /** Breaks the stream off: the peer's reads and writes fail, and so do ours. */
    public void reset() {
        if (fail(new YamuxException("stream " + name() + " was reset by this side"))) {
            session.forget(this);
            session.send(FrameHeader.window(FrameHeader.RST, id, 0));
        }
    }

    /** Whether something can still be read or written. */
    @Override
    public boolean isOpen() {
        return state.open();
    }

    StreamState state() {
        return state;
    }

    void received(ByteBuffer piece) {
        state.received(piece);
        ready();
    }

    void mayBeSent(long increment) throws YamuxException {
        state.widenWindow(increment);
        ready();
    }

    void inputEnded() throws YamuxException {
        state.endInput();
        ready();
        if (state.closedByBoth()) {
            session.forget(this);
        }
    }

    /** It is over, by a reset or with its session: whether it was not yet. */
    boolean fail(YamuxException why) {
        boolean news = state.fail(why);
        if (news) {
            ready();
        }
        return news;
    }

    private InterruptedIOException interrupted(String what) {
        Thread.currentThread().interrupt();
        return new InterruptedIOException(
                "the " + what + " of stream " + name() + " was interrupted");
    }
}
