package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.multiplex.Trunk;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.ListenPlace;
import dev.foster.plugin.protocol.wire.ConnInfo;
import dev.foster.plugin.protocol.wire.GRPCBrokerGrpc;

import io.grpc.BindableService;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Makes further gRPC connections between a host and a plugin, in either direction. One side accepts
 * an id and serves there; it tells the other the id in a message of its own, and the other dials
 * it. Both may come first: they wait for each other for a few seconds.
 *
 * <p>The two sides differ only in how the broker starts: the host calls {@link #start} with its
 * channel to the plugin, the plugin adds {@link #service()} to its main server. It lives as long as
 * the stream between the two, and takes all its servers and channels with it.
 */
public final class GrpcBroker implements AutoCloseable {
    private final Link link;
    private final GrpcBrokerOptions options;
    private final BrokerStream line = new BrokerStream(this::heard, this::ended);
    private final AtomicInteger lastId = new AtomicInteger();
    private static final System.Logger LOG = System.getLogger(GrpcBroker.class.getName());

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Served> servers = new HashSet<>();
    private final Set<ManagedChannel> channels = new HashSet<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private BrokerProblem.@Nullable Closed end;

    private GrpcBroker(Link link, GrpcBrokerOptions options) {
        this.link = link;
        this.options = options;
    }

    /**
     * One whose connections have a socket each.
     *
     * @param place where its servers listen
     * @param security how its connections are protected, in both directions
     */
    public static GrpcBroker overSockets(
            ListenPlace place,
            Security security,
            Translation translation,
            GrpcBrokerOptions options) {
        return new GrpcBroker(new SocketLink(place, security, translation, options), options);
    }

    /**
     * One whose connections are streams of the one connection there is.
     *
     * @param security how they are protected, inside each stream
     */
    public static GrpcBroker overStreams(
            Trunk trunk, Security security, GrpcBrokerOptions options) {
        return new GrpcBroker(new StreamLink(trunk, security, options), options);
    }

    /**
     * The host's beginning: opens the stream.
     *
     * @param main the channel to the plugin
     */
    public void start(Channel main) {
        StreamObserver<ConnInfo> incoming = line.start();
        line.speakTo(GRPCBrokerGrpc.newStub(main).startStream(incoming));
    }

    /** The plugin's beginning: waits for the host's stream. */
    public BindableService service() {
        return new BrokerService(line);
    }

    /** A number that this side has not used before: 1, 2, 3, … */
    public int nextId() {
        return lastId.incrementAndGet();
    }

    /**
     * Serves where the peer can dial this id. It can do so as soon as this returns.
     *
     * @param settings adds the services, and has the last word on everything else
     * @throws ProtocolException with a {@link BrokerProblem} or a {@link
     *     dev.foster.plugin.protocol.transport.TransportProblem}
     */
    public Served accept(int id, Consumer<NettyServerBuilder> settings) {
        requireOpen();
        Served server = link.accept(id, line, settings);
        if (!kept(() -> servers.add(server))) {
            server.close();
            requireOpen();
        }
        return new Kept(server);
    }

    /** A channel to what the peer serves under this id. */
    public ManagedChannel dial(int id) throws InterruptedException {
        return dial(id, settings -> {});
    }

    /**
     * A channel to what the peer serves under this id. Over sockets this waits for the peer's
     * announcement; over streams the channel connects by itself, and its calls fail where it
     * cannot.
     *
     * @param settings has the last word: interceptors, executor, limits
     * @throws ProtocolException with a {@link BrokerProblem} or a {@link
     *     dev.foster.plugin.protocol.transport.TransportProblem}
     */
    public ManagedChannel dial(int id, Consumer<NettyChannelBuilder> settings)
            throws InterruptedException {
        requireOpen();
        ManagedChannel channel = link.dial(id, line, settings);
        boolean open =
                kept(
                        () -> {
                            channels.removeIf(ManagedChannel::isTerminated);
                            channels.add(channel);
                        });
        if (!open) {
            channel.shutdownNow();
            requireOpen();
        }
        return channel;
    }

    private boolean kept(Runnable keep) {
        lock.lock();
        try {
            if (end == null) {
                keep.run();
            }
            return end == null;
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        lock.lock();
        try {
            if (end != null) {
                throw new ProtocolException(end);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A server that the broker forgets when its user closes it. */
    private final class Kept implements Served {
        private final Served server;

        Kept(Served server) {
            this.server = server;
        }

        @Override
        public int id() {
            return server.id();
        }

        @Override
        public Server server() {
            return server.server();
        }

        @Override
        public void close(Duration grace) {
            kept(() -> servers.remove(server));
            server.close(grace);
        }
    }

    private void heard(ConnInfo message) {
        link.heard(message, line);
    }

    /** Completes when the broker has ended and everything of it is closed. */
    public CompletableFuture<Void> ended() {
        return ended.copy();
    }

    /** Ends the stream, and with it all servers and channels of this broker; waits for them. */
    @Override
    public void close() {
        line.close(new BrokerProblem.Closed("this side closed it"));
        ended.join();
    }

    private void ended(BrokerProblem.Closed why) {
        List<Served> serving;
        List<ManagedChannel> dialled;
        lock.lock();
        try {
            end = why;
            serving = new ArrayList<>(servers);
            dialled = new ArrayList<>(channels);
            servers.clear();
            channels.clear();
        } finally {
            lock.unlock();
        }
        try {
            link.end(new ProtocolException(why));
        } finally {
            // Not on the caller's thread, which may be the one that has to bring the calls to an
            // end.
            Thread.ofVirtual().name("foster-broker-end").start(() -> release(serving, dialled));
        }
    }

    private void release(List<Served> serving, List<ManagedChannel> dialled) {
        try {
            close(serving, dialled);
        } catch (RuntimeException | Error fault) {
            LOG.log(Level.ERROR, "cannot close what was brokered", fault);
        } finally {
            // Whoever closes the broker waits for this.
            ended.complete(null);
        }
    }

    private void close(List<Served> serving, List<ManagedChannel> dialled) {
        dialled.forEach(ManagedChannel::shutdownNow);
        List<Thread> closing =
                serving.stream()
                        .map(
                                server ->
                                        Thread.startVirtualThread(
                                                () -> server.close(options.grace())))
                        .toList();
        try {
            for (Thread thread : closing) {
                thread.join();
            }
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        }
    }
}
