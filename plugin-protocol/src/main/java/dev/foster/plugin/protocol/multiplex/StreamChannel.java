package dev.foster.plugin.protocol.multiplex;

import dev.foster.plugin.protocol.yamux.YamuxStream;

import io.grpc.Status;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A stream as a Netty channel, so that gRPC runs on it as on a socket. It is at home on any event
 * loop and never makes it wait: opening, which may mean waiting for the peer, happens on a virtual
 * thread, and the stream says when it can be read or written again.
 */
final class StreamChannel extends AbstractChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);
    private static final int PIECES_AT_ONCE = 16;
    private static final int LARGEST_PIECE = 64 * 1024;
    private static final int BUFFERS_AT_ONCE = 64;
    private static final int BYTES_AT_ONCE = 128 * 1024;

    private final StreamConfig config = new StreamConfig(this);
    private final StreamOpener opener;
    private final AtomicBoolean readyScheduled = new AtomicBoolean();
    private SocketAddress remote = new StreamAddress("stream");
    private volatile @Nullable YamuxStream stream;
    private volatile boolean closed;
    private boolean readWanted;
    private @Nullable ChannelPromise connecting;

    /** One that opens its stream when it is told to connect. */
    StreamChannel(StreamOpener opener) {
        super(null);
        this.opener = opener;
    }

    /** One for a stream that the peer opened. */
    StreamChannel(Channel parent, YamuxStream stream) {
        super(parent);
        this.opener =
                () -> {
                    throw new IOException("the peer opened this stream");
                };
        this.stream = stream;
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new StreamUnsafe();
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return true;
    }

    @Override
    protected void doRegister(ChannelPromise promise) {
        YamuxStream accepted = stream;
        if (accepted != null) {
            accepted.whenReady(this::ready);
        }
        promise.setSuccess();
    }

    private final class StreamUnsafe extends AbstractUnsafe {
        @Override
        public void connect(
                SocketAddress remoteAddress,
                @Nullable SocketAddress localAddress,
                ChannelPromise promise) {
            if (!promise.setUncancellable() || !ensureOpen(promise)) {
                return;
            }
            remote = remoteAddress;
            connecting = promise;
            Thread.ofVirtual().name("foster-stream-opener").start(StreamChannel.this::open);
        }

        /** What is flushed already and could not be written at once. */
        void writeOn() {
            flush0();
        }
    }

    private void open() {
        try {
            YamuxStream opened = opener.open();
            onLoop(() -> opened(opened), opened::reset);
        } catch (IOException | RuntimeException | Error failure) {
            onLoop(() -> notOpened(failure), () -> {});
        }
    }

    private void opened(YamuxStream opened) {
        ChannelPromise promise = connecting;
        connecting = null;
        if (promise == null || closed) {
            opened.reset();
            return;
        }
        stream = opened;
        opened.whenReady(this::ready);
        promise.trySuccess();
        pipeline().fireChannelActive();
    }

    private void notOpened(Throwable failure) {
        ChannelPromise promise = connecting;
        connecting = null;
        if (promise != null) {
            // gRPC takes the description of a status, and of anything else only the class.
            promise.tryFailure(
                    Status.UNAVAILABLE
                            .withDescription(failure.getMessage())
                            .withCause(failure)
                            .asRuntimeException());
        }
        unsafe().close(unsafe().voidPromise());
    }

    /** Called by the session's threads. */
    private void ready() {
        if (readyScheduled.compareAndSet(false, true)) {
            onLoop(this::goOn, () -> {});
        }
    }

    private void goOn() {
        readyScheduled.set(false);
        try {
            readWhatIsThere();
            if (isActive()) {
                ((StreamUnsafe) unsafe()).writeOn();
            }
        } catch (RuntimeException | Error fault) {
            // Netty would only note it, and whoever waits for this stream would wait for ever.
            pipeline().fireExceptionCaught(fault);
            unsafe().close(unsafe().voidPromise());
        }
    }

    private void onLoop(Runnable task, Runnable otherwise) {
        try {
            eventLoop().execute(task);
        } catch (RejectedExecutionException loopEnded) {
            otherwise.run();
        }
    }

    @Override
    protected void doBeginRead() {
        readWanted = true;
        YamuxStream from = stream;
        if (from != null && from.readable()) {
            ready();
        }
    }

    private void readWhatIsThere() {
        YamuxStream from = stream;
        if (!readWanted || from == null || closed) {
            return;
        }
        boolean some = false;
        boolean ended = false;
        try {
            for (int count = 0; count < PIECES_AT_ONCE && readOn(some); count++) {
                ByteBuf piece = config.getAllocator().ioBuffer(size(from.available()));
                int read = read(from, piece);
                if (read <= 0) {
                    ended = read < 0;
                    break;
                }
                some = true;
                readWanted = false;
                pipeline().fireChannelRead(piece);
            }
        } catch (IOException failure) {
            ended = true;
            if (!(failure instanceof ClosedChannelException)) {
                // gRPC reports each lost connection that is not exactly an IOException.
                pipeline().fireExceptionCaught(new IOException(failure.getMessage(), failure));
            }
        }
        if (some) {
            pipeline().fireChannelReadComplete();
        }
        if (ended) {
            unsafe().close(unsafe().voidPromise());
        }
    }

    private boolean readOn(boolean some) {
        return !closed && (!some || config.isAutoRead());
    }

    /** As much as is there; where nothing is, one byte finds the end. */
    private static int size(int available) {
        return Math.clamp(available, 1, LARGEST_PIECE);
    }

    /** Fills the piece, or frees it when there is nothing for it. */
    private static int read(YamuxStream from, ByteBuf piece) throws IOException {
        int read = -1;
        try {
            int room = piece.writableBytes();
            read = from.readNow(piece.internalNioBuffer(piece.writerIndex(), room));
            if (read > 0) {
                piece.writerIndex(piece.writerIndex() + read);
            }
            return read;
        } finally {
            if (read <= 0) {
                piece.release();
            }
        }
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer waiting) throws IOException {
        YamuxStream to = stream;
        if (to == null) {
            throw new ClosedChannelException();
        }
        while (!waiting.isEmpty()) {
            ByteBuffer[] buffers = waiting.nioBuffers(BUFFERS_AT_ONCE, BYTES_AT_ONCE);
            int count = waiting.nioBufferCount();
            // Not nioBufferSize(): of a message in many pieces it counts those that are left out.
            long offered = 0;
            for (int next = 0; next < count; next++) {
                offered += buffers[next].remaining();
            }
            long written = to.writeNow(buffers, count);
            // Also with 0: empty buffers are done with then.
            waiting.removeBytes(written);
            if (written < offered) {
                return;
            }
        }
    }

    @Override
    protected Object filterOutboundMessage(Object message) {
        if (message instanceof ByteBuf) {
            return message;
        }
        throw new UnsupportedOperationException(
                "a stream carries bytes, not " + message.getClass());
    }

    @Override
    protected void doClose() {
        closed = true;
        ChannelPromise promise = connecting;
        connecting = null;
        if (promise != null) {
            promise.tryFailure(new ClosedChannelException());
        }
        YamuxStream open = stream;
        if (open != null) {
            open.close();
        }
    }

    @Override
    protected void doDisconnect() {
        doClose();
    }

    @Override
    protected void doBind(SocketAddress address) {
        throw new UnsupportedOperationException("a stream has no address of its own");
    }

    @Override
    public ChannelConfig config() {
        return config;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public boolean isActive() {
        return !closed && stream != null;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    protected SocketAddress localAddress0() {
        return remote;
    }

    @Override
    protected SocketAddress remoteAddress0() {
        return remote;
    }
}
