package dev.foster.plugin.protocol.transport;

import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.tls.TlsIdentity;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Opens gRPC channels to an address.
 *
 * <p>What runs where: a blocking stub writes and reads through an {@link EventLoops} thread and
 * completes on the caller's own thread, so a unary call has one hand-over each way. Callbacks of
 * future and asynchronous stubs run on the channel's executor, virtual threads unless {@code
 * settings} say otherwise. A listener that never blocks saves that hand-over with {@code
 * stub.withExecutor(Runnable::run)}: it then runs on the event loop.
 */
public final class Channels {
    /** One new virtual thread a callback: it may block, and nothing has to be closed. */
    public static final Executor VIRTUAL_THREADS = Thread::startVirtualThread;

    private static final int UNLIMITED = Integer.MAX_VALUE;

    private Channels() {}

    /** A channel that connects when it is first used. */
    public static ManagedChannel open(Address address, Security security) {
        return open(address, security, _ -> {});
    }

    /**
     * A channel that connects when it is first used.
     *
     * @param settings has the last word: interceptors, executor, limits, keep-alive
     * @throws dev.foster.plugin.protocol.ProtocolException when the address cannot be looked up, or
     *     is not on this computer and the connection would be in clear text
     */
    public static ManagedChannel open(
            Address address, Security security, Consumer<NettyChannelBuilder> settings) {
        SocketAddress socket = address.resolve(security);
        EventLoops.Lease lease = EventLoops.lease();
        try {
            NettyChannelBuilder builder = builder(socket, security, lease);
            if (socket instanceof UnixDomainSocketAddress) {
                builder.channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class);
                // gRPC sets it on every socket, and Netty warns each time that this kind has none.
                builder.withOption(ChannelOption.SO_KEEPALIVE, null);
            } else {
                builder.channelType(NioSocketChannel.class);
                builder.withOption(ChannelOption.TCP_NODELAY, true);
            }
            settings.accept(builder);
            return new LeasedChannel(builder.build(), lease);
        } catch (RuntimeException | Error failure) {
            lease.close();
            throw failure;
        }
    }

    /**
     * The settings every channel of the protocol shares, for a connection of another kind; the
     * caller adds the channel type, and closes the lease once the channel has ended, as {@link
     * #leased} does.
     */
    public static NettyChannelBuilder builder(
            SocketAddress socket, Security security, EventLoops.Lease lease) {
        NettyChannelBuilder builder =
                NettyChannelBuilder.forAddress(socket)
                        .eventLoopGroup(lease.group())
                        .executor(VIRTUAL_THREADS)
                        .overrideAuthority(TlsIdentity.NAME)
                        .maxInboundMessageSize(UNLIMITED)
                        // The peer is a process, not a service: a failed call is news, not a case
                        // for another try, and buffering for one costs time on each call.
                        .disableRetry()
                        .disableServiceConfigLookUp()
                        // The connection is the plugin; it does not end because nobody called.
                        .idleTimeout(Long.MAX_VALUE, TimeUnit.DAYS)
                        .maxTraceEvents(0);
        switch (security) {
            case Security.Plain _ -> builder.usePlaintext();
            case Security.Tls tls -> builder.sslContext(tls.client());
        }
        return builder;
    }

    /** The same channel; the lease is closed when it has ended. */
    public static ManagedChannel leased(ManagedChannel channel, EventLoops.Lease lease) {
        return new LeasedChannel(channel, lease);
    }
}
