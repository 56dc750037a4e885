package dev.foster.plugin.protocol.multiplex;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.protocol.transport.Channels;
import dev.foster.plugin.protocol.transport.EventLoops;
import dev.foster.plugin.protocol.transport.ListenPlace;
import dev.foster.plugin.protocol.yamux.YamuxSession;
import dev.foster.plugin.protocol.yamux.YamuxStream;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The one connection between a host and a plugin that everything else shares: the host dials it and
 * opens its main channel, the plugin listens for it and serves its main services, and brokered
 * connections in both directions are further streams on it.
 *
 * <p>A stream carries no name. The side that opens one says beforehand, by a knock, whom it is for;
 * one that nobody knocked for is for the main server. So that no stream gets between a knock and
 * its stream, streams are opened one at a time.
 */
public final class Trunk implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final System.Logger LOG = System.getLogger(Trunk.class.getName());

    private final Address address;
    private final TrunkOptions options;
    private final @Nullable ListeningSocket listener;
    private final CompletableFuture<YamuxSession> session = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final ReentrantLock opening = new ReentrantLock();
    private volatile Predicate<YamuxStream> knockedFor = stream -> false;
    private volatile @Nullable StreamServer main;

    private Trunk(Address address, TrunkOptions options, @Nullable ListeningSocket listener) {
        this.address = address;
        this.options = options;
        this.listener = listener;
    }

    /**
     * The host's side: connects at once, because a plugin does not wait long.
     *
     * @param security how what goes over it will be protected
     * @throws ProtocolException with {@link MultiplexProblem.CannotConnect} or a {@link
     *     dev.foster.plugin.protocol.transport.TransportProblem}
     */
    public static Trunk dial(Address address, Security security, TrunkOptions options) {
        var trunk = new Trunk(address, options, null);
        SocketAddress socket = address.resolve(security);
        try {
            SocketChannel connection = SocketChannel.open(socket);
            unhurried(connection, socket);
            trunk.connected(YamuxSession.client(connection, options.streams()));
            return trunk;
        } catch (IOException failure) {
            throw new ProtocolException(
                    new MultiplexProblem.CannotConnect(
                            address.text(), String.valueOf(failure.getMessage())),
                    failure);
        }
    }

    /** The plugin's side: can be connected to from now on, and answers once it serves. */
    public static Trunk listen(ListenPlace place, TrunkOptions options) {
        ListeningSocket listener = ListeningSocket.bind(place);
        return new Trunk(listener.address(), options, listener);
    }

    private static void unhurried(SocketChannel connection, SocketAddress socket)
            throws IOException {
        if (socket instanceof InetSocketAddress) {
            connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connection.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        }
    }

    /** Where the plugin listens. */
    public Address address() {
        return address;
    }

    /**
     * Serves the plugin's main services to the one host that connects; where none does in time, the
     * trunk ends.
     *
     * @param settings adds the services, and has the last word on everything else
     */
    public StreamServer serve(Security security, Consumer<NettyServerBuilder> settings) {
        ListeningSocket socket = listener;
        if (socket == null) {
            throw new IllegalStateException("the host's side of a trunk has no main server");
        }
        StreamServer server = StreamServer.start("plugin", security, settings);
        main = server;
        Thread.ofVirtual().name("foster-trunk-listener").start(() -> acceptOne(socket));
        Thread.ofVirtual().name("foster-trunk-limit").start(this::endIfNobodyComes);
        return server;
    }

    /** Only one: what connects later waits in vain, as the protocol has it. */
    private void acceptOne(ListeningSocket socket) {
        try {
            SocketChannel connection = socket.accept();
            unhurried(connection, connection.getLocalAddress());
            connected(YamuxSession.server(connection, options.streams()));
        } catch (IOException | RuntimeException | Error closedOrBroken) {
            session.completeExceptionally(closedOrBroken);
        }
    }

    private void endIfNobodyComes() {
        try {
            session.get(options.firstConnection().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException nobody) {
            var nobodyCame =
                    new ProtocolException(
                            new MultiplexProblem.NobodyCame(
                                    address.text(), options.firstConnection()));
            // A host that comes now is too late: nobody would serve it.
            if (session.completeExceptionally(nobodyCame)) {
                end(nobodyCame);
            }
        } catch (ExecutionException failure) {
            end(failure);
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        }
    }

    private void connected(YamuxSession connected) {
        if (!session.complete(connected)) {
            connected.close();
            return;
        }
        var _ = connected.ended().thenRun(() -> end(connected.reason().orElse(null)));
        Thread.ofVirtual().name("foster-trunk-accept").start(() -> accept(connected));
    }

    private void accept(YamuxSession connected) {
        try {
            while (true) {
                lead(connected.accept());
            }
        } catch (IOException sessionEnded) {
            end(sessionEnded);
        }
    }

    /** To whom it is for. A fault costs this stream, and no other. */
    private void lead(YamuxStream stream) {
        try {
            if (!knockedFor.test(stream)) {
                takeMain(stream);
            }
        } catch (RuntimeException | Error fault) {
            LOG.log(Level.ERROR, "cannot serve a stream", fault);
            stream.reset();
        }
    }

    private void takeMain(YamuxStream stream) {
        StreamServer server = main;
        if (server != null) {
            server.take(stream);
        } else {
            stream.reset();
        }
    }

    /**
     * The host's channel to the plugin's main services.
     *
     * @param settings has the last word: interceptors, executor, limits
     */
    public ManagedChannel channel(Security security, Consumer<NettyChannelBuilder> settings) {
        return channel("plugin", () -> {}, security, settings);
    }

    /**
     * A channel to a server of the peer that has to be asked for.
     *
     * @param name what it is called in messages
     * @param knock asks for it; again before each connection the channel makes
     */
    public ManagedChannel channel(
            String name, Knock knock, Security security, Consumer<NettyChannelBuilder> settings) {
        EventLoops.Lease lease = EventLoops.lease();
        try {
            NettyChannelBuilder builder =
                    Channels.builder(new StreamAddress(name), security, lease)
                            .channelFactory(
                                    () -> new StreamChannel(() -> open(knock)),
                                    StreamAddress.class);
            settings.accept(builder);
            return Channels.leased(builder.build(), lease);
        } catch (RuntimeException | Error failure) {
            lease.close();
            throw failure;
        }
    }

    private YamuxStream open(Knock knock) throws IOException {
        try {
            opening.lockInterruptibly();
            try {
                knock.knock();
                YamuxSession connected = session.getNow(null);
                if (connected == null) {
                    throw new IOException("no host has connected yet");
                }
                return connected.open();
            } finally {
                opening.unlock();
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting to open a stream");
        }
    }

    /** Asks the peer to expect a stream. */
    @FunctionalInterface
    public interface Knock {
        void knock() throws IOException, InterruptedException;
    }

    /**
     * Who is asked first about a stream of the peer: true when it takes the stream.
     *
     * @param route must not block
     */
    public void route(Predicate<YamuxStream> route) {
        knockedFor = route;
    }

    /** Completes when there is no connection any more, exceptionally where that has a reason. */
    public CompletableFuture<Void> ended() {
        return ended.copy();
    }

    private void end(@Nullable Throwable why) {
        if (why == null) {
            ended.complete(null);
        } else {
            ended.completeExceptionally(why);
        }
    }

    /** Ends the main server, then the connection, and removes the socket file. */
    @Override
    public void close() {
        StreamServer server = main;
        if (server != null) {
            server.close(GRACE);
        }
        if (listener != null) {
            listener.close();
        }
        if (!session.completeExceptionally(new IOException("the trunk was closed"))
                && !session.isCompletedExceptionally()) {
            session.resultNow().close();
        }
        end(null);
    }
}
