package dev.foster.plugin.protocol.multiplex;

import dev.foster.plugin.protocol.yamux.YamuxStream;

import io.netty.channel.AbstractServerChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.EventLoop;

import org.jspecify.annotations.Nullable;

import java.net.SocketAddress;
import java.util.concurrent.RejectedExecutionException;

/** A listening Netty channel whose connections are the streams it is handed. */
final class StreamServerChannel extends AbstractServerChannel {
    private final StreamConfig config = new StreamConfig(this);
    private volatile @Nullable SocketAddress bound;
    private volatile boolean closed;

    /** Makes a connection of this stream; one that comes too late is reset. */
    void take(YamuxStream stream) {
        try {
            eventLoop().execute(() -> connect(stream));
        } catch (RejectedExecutionException loopEnded) {
            stream.reset();
        }
    }

    private void connect(YamuxStream stream) {
        if (isActive()) {
            pipeline().fireChannelRead(new StreamChannel(this, stream));
            pipeline().fireChannelReadComplete();
        } else {
            stream.reset();
        }
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return true;
    }

    @Override
    protected void doBind(SocketAddress address) {
        bound = address;
    }

    @Override
    protected void doClose() {
        closed = true;
    }

    @Override
    protected void doBeginRead() {
        // Streams come by themselves.
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
        return !closed && bound != null;
    }

    @Override
    protected @Nullable SocketAddress localAddress0() {
        return bound;
    }
}
