package dev.foster.plugin.protocol.transport;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.tls.Security;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A gRPC server that listens. Closing it ends its calls, frees its address and removes its socket
 * file.
 *
 * <p>What runs where: bytes are read and written on an {@link EventLoops} thread; each call's
 * methods run on a virtual thread, so a handler may block. A server whose handlers never block
 * saves that hand-over when its settings say {@code directExecutor()}.
 */
public final class BoundServer implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final Server server;
    private final Address address;
    private final EventLoops.Lease lease;
    private final @Nullable SocketFile file;

    private BoundServer(
            Server server, Address address, EventLoops.Lease lease, @Nullable SocketFile file) {
        this.server = server;
        this.address = address;
        this.lease = lease;
        this.file = file;
    }

    /**
     * Starts a server at the first address of the place that can be had. It answers from now on.
     *
     * @param settings adds the services, and has the last word on everything else; is asked anew
     *     for each address that is tried
     * @throws ProtocolException with a {@link TransportProblem}
     */
    public static BoundServer start(
            ListenPlace place, Security security, Consumer<NettyServerBuilder> settings) {
        return switch (place) {
            case ListenPlace.SocketDirectory in -> inDirectory(in, security, settings);
            case ListenPlace.Ports ports -> onPort(ports, security, settings);
            case ListenPlace.At at -> at(at.address(), security, settings);
        };
    }

    private static BoundServer inDirectory(
            ListenPlace.SocketDirectory place,
            Security security,
            Consumer<NettyServerBuilder> settings) {
        if (!Files.isDirectory(place.directory())) {
            throw new ProtocolException(
                    new TransportProblem.CannotBind(
                            place.directory().toString(), "it is not a directory"));
        }
        Path path = SocketFile.unused(place.directory().toAbsolutePath());
        BoundServer bound = at(Address.unix(path), security, settings);
        try {
            if (bound.file != null && place.group().isPresent()) {
                bound.file.openTo(place.group().get());
            }
        } catch (ProtocolException noGroup) {
            bound.close();
            throw noGroup;
        }
        return bound;
    }

    private static BoundServer onPort(
            ListenPlace.Ports ports, Security security, Consumer<NettyServerBuilder> settings) {
        for (int port = ports.lowest(); port <= ports.highest(); port++) {
            try {
                return at(Address.tcp(LOOPBACK, port), security, settings);
            } catch (ProtocolException taken) {
                if (!(taken.problem() instanceof TransportProblem.CannotBind)) {
                    throw taken;
                }
            }
        }
        throw new ProtocolException(
                new TransportProblem.NoFreePort(ports.lowest(), ports.highest()));
    }

    private static BoundServer at(
            Address wanted, Security security, Consumer<NettyServerBuilder> settings) {
        SocketAddress socket = wanted.resolve();
        EventLoops.Lease lease = EventLoops.lease();
        try {
            NettyServerBuilder builder = builder(socket, security, lease);
            if (socket instanceof UnixDomainSocketAddress) {
                builder.channelType(NioServerDomainSocketChannel.class);
                // gRPC sets it on every socket, and Netty warns each time that this kind has none.
                builder.withChildOption(ChannelOption.SO_KEEPALIVE, null);
            } else {
                builder.channelType(NioServerSocketChannel.class);
                builder.withChildOption(ChannelOption.TCP_NODELAY, true);
            }
            settings.accept(builder);
            Server server = builder.build().start();
            return switch (wanted) {
                case Address.Unix unix ->
                        new BoundServer(server, wanted, lease, SocketFile.bound(unix.path()));
                case Address.Tcp tcp ->
                        new BoundServer(server, Address.tcp(tcp.host(), port(server)), lease, null);
            };
        } catch (IOException refused) {
            lease.close();
            throw new ProtocolException(
                    new TransportProblem.CannotBind(wanted.text(), innermost(refused)), refused);
        } catch (RuntimeException | Error failure) {
            lease.close();
            throw failure;
        }
    }

    /**
     * The settings every server of the protocol shares, for a connection of another kind; the
     * caller adds the channel type, and closes the lease once the server has ended.
     */
    public static NettyServerBuilder builder(
            SocketAddress socket, Security security, EventLoops.Lease lease) {
        NettyServerBuilder builder =
                NettyServerBuilder.forAddress(socket)
                        .bossEventLoopGroup(lease.group())
                        .workerEventLoopGroup(lease.group())
                        .executor(Channels.VIRTUAL_THREADS)
                        .maxInboundMessageSize(Integer.MAX_VALUE)
                        // How often the peer makes sure of us is its own affair.
                        .permitKeepAliveTime(0, TimeUnit.SECONDS)
                        .permitKeepAliveWithoutCalls(true);
        if (security instanceof Security.Tls tls) {
            builder.sslContext(tls.server());
        }
        return builder;
    }

    private static int port(Server server) {
        return server.getListenSockets().stream()
                .filter(InetSocketAddress.class::isInstance)
                .map(socket -> ((InetSocketAddress) socket).getPort())
                .findFirst()
                .orElseThrow();
    }

    private static String innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    /** Where it listens. */
    public Address address() {
        return address;
    }

    public Server server() {
        return server;
    }

    /** Waits until the server has ended, which somebody else must bring about. */
    public void awaitEnd() throws InterruptedException {
        server.awaitTermination();
    }

    /** Ends it at once, with the calls under way. */
    @Override
    public void close() {
        close(Duration.ZERO);
    }

    /** Ends it: takes no new calls, and lets those under way end within the time given. */
    public void close(Duration grace) {
        server.shutdown();
        // Nobody may find a name that nobody listens to.
        if (file != null) {
            file.close();
        }
        try {
            if (!server.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS)) {
                server.shutdownNow();
                server.awaitTermination(CLOSE_WITHIN.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException interrupt) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        } finally {
            lease.close();
        }
    }
}
