package dev.foster.http;

import dev.foster.thread.Heartbeat;
import dev.foster.thread.Pulse;
import dev.foster.thread.Turns;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import javax.net.ssl.SSLContext;

/**
 * An HTTP/1.1 server for local clients and, inside TLS, others: one virtual thread per connection,
 * strict in what it takes, bounded in everything a client can ask of it.
 */
public final class HttpServer implements AutoCloseable {
    private static final int BACKLOG = 512;

    /** More than the limit only to say so; whoever comes beyond that is closed without a word. */
    private static final int REFUSED_AT_A_TIME = 32;

    private static final int BIND_TRIES = 50;
    private static final long BIND_PAUSE_NANOS = 20_000_000;
    private static final long ACCEPT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** What a stranger had is free soon after it was told to go. */
    private static final long DISMISSAL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private volatile ServerSocketChannel listener;
    private volatile Optional<Object> socketKey = Optional.empty();
    private volatile Optional<SSLContext> tls;
    private final HttpLimits limits;
    private final HttpHandler handler;
    private final Strangers strangers;

    /** Whoever may open our unix socket is its owner. */
    private final boolean overTcp;

    private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();

    /** Connections that are told that there are too many. */
    private final Set<HttpConnection> refused = ConcurrentHashMap.newKeySet();

    private final DisconnectWatch disconnects = new DisconnectWatch();
    private final BodyBudget budget;
    private final DeadlineWatch watch;
    private final Heartbeat heartbeat = new Heartbeat();
    private volatile Thread acceptor;

    private HttpServer(
            ServerSocketChannel listener,
            Optional<SSLContext> tls,
            HttpLimits limits,
            HttpHandler handler,
            Strangers strangers) {
        this.listener = listener;
        this.tls = tls;
        this.limits = limits;
        this.handler = handler;
        this.strangers = strangers;
        this.overTcp = hasPort(listener);
        this.budget = new BodyBudget(limits);
        this.watch = new DeadlineWatch(List.of(connections, refused), limits);
        this.acceptor = acceptor(listener);
    }

    private Thread acceptor(ServerSocketChannel from) {
        return Thread.ofVirtual().name("foster-http-accept").start(() -> accept(from));
    }

    /**
     * Serves on a unix socket that only its owner may use. A file that stands in its place is
     * removed: the caller knows that no other server uses it.
     */
    public static HttpServer onUnixSocket(Path socket, HttpLimits limits, HttpHandler handler)
            throws IOException {
        ServerSocketChannel listener = listen(socket);
        try {
            var server =
                    new HttpServer(listener, Optional.empty(), limits, handler, Strangers.HERE);
            server.socketKey = key(socket);
            return server;
        } catch (RuntimeException failure) {
            listener.close();
            throw failure;
        }
    }

    private static ServerSocketChannel listen(Path socket) throws IOException {
        Files.deleteIfExists(socket);
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            // As many as over TCP: followers may all come back in the same moment.
            listener.bind(UnixDomainSocketAddress.of(socket), BACKLOG);
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            return listener;
        } catch (IOException | RuntimeException failure) {
            listener.close();
            throw failure;
        }
    }

    private static Optional<Object> key(Path socket) {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(socket, BasicFileAttributes.class).fileKey());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /**
     * Makes its unix socket anew if that was deleted or something else stands in its place: nobody
     * could connect any more. Those who are connected stay so.
     *
     * @return whether it had to be made
     */
    public synchronized boolean renewSocket() throws IOException {
        ServerSocketChannel before = listener;
        if (!before.isOpen()
                || !(before.getLocalAddress() instanceof UnixDomainSocketAddress unix)
                || key(unix.getPath()).equals(socketKey)) {
            return false;
        }
        listener = listen(unix.getPath());
        socketKey = key(unix.getPath());
        acceptor = acceptor(listener);
        before.close();
        return true;
    }

    /**
     * Serves on the loopback address.
     *
     * @param port zero for any that is free
     */
    public static HttpServer onLoopback(int port, HttpLimits limits, HttpHandler handler)
            throws IOException {
        return on(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port),
                Optional.empty(),
                limits,
                handler);
    }

    /**
     * Serves on any address. Whoever makes it reachable from elsewhere has to look at who comes.
     *
     * @param address port zero for any that is free
     * @param tls with the key and certificate to show; without it everything is sent in the clear
     */
    public static HttpServer on(
            InetSocketAddress address,
            Optional<SSLContext> tls,
            HttpLimits limits,
            HttpHandler handler)
            throws IOException {
        return on(address, tls, limits, handler, Strangers.HERE);
    }

    static HttpServer on(
            InetSocketAddress address,
            Optional<SSLContext> tls,
            HttpLimits limits,
            HttpHandler handler,
            Strangers strangers)
            throws IOException {
        if (address.isUnresolved()) {
            throw new UnknownHostException(address.getHostString());
        }
        // A context that cannot be used is the caller's mistake, not that of the first client.
        tls.ifPresent(SSLContext::createSSLEngine);
        ServerSocketChannel listener = ServerSocketChannel.open(family(address.getAddress()));
        try {
            bind(listener, address);
            return new HttpServer(listener, tls, limits, handler, strangers);
        } catch (IOException | RuntimeException failure) {
            listener.close();
            throw failure;
        }
    }

    /**
     * A port that was ours a moment ago may still be held: by a child that is just being started,
     * until it is another program.
     */
    private static void bind(ServerSocketChannel listener, InetSocketAddress address)
            throws IOException {
        for (int tries = 1; tries < BIND_TRIES; tries++) {
            try {
                listener.bind(address, BACKLOG);
                return;
            } catch (BindException refused) {
                if (!isOfThisMachine(address.getAddress())) {
                    throw refused;
                }
                LockSupport.parkNanos(BIND_PAUSE_NANOS);
            }
        }
        listener.bind(address, BACKLOG);
    }

    /** Of another's no port is ever free. */
    private static boolean isOfThisMachine(InetAddress address) throws IOException {
        return address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || NetworkInterface.getByInetAddress(address) != null;
    }

    private static ProtocolFamily family(InetAddress address) {
        return address instanceof Inet4Address
                ? StandardProtocolFamily.INET
                : StandardProtocolFamily.INET6;
    }

    public SocketAddress address() {
        try {
            return listener.getLocalAddress();
        } catch (IOException closed) {
            throw new IllegalStateException("the server is closed", closed);
        }
    }

    /** Whoever connects from now on is shown another certificate. */
    public void renew(SSLContext context) {
        context.createSSLEngine();
        tls = Optional.of(context);
    }

    /** How many connections there are now. */
    public int connections() {
        return connections.size();
    }

    /** How much the bodies of requests under way hold now. */
    long bodyBytesHeld() {
        return budget.held();
    }

    /** How the thread is that takes clients in; without it nobody is answered any more. */
    public Pulse pulse() {
        return heartbeat.pulse(acceptor.isAlive() || !listener.isOpen());
    }

    private void accept(ServerSocketChannel from) {
        while (from.isOpen()) {
            SocketChannel channel;
            try {
                if (overTcp) {
                    strangers.awaitRoom();
                }
                channel = from.accept();
            } catch (ClosedChannelException closed) {
                return;
            } catch (Throwable noDescriptors) {
                // Others must close something first; the listener itself is still good.
                LockSupport.parkNanos(
                        strangers.dismissOne() ? DISMISSAL_NANOS : ACCEPT_PAUSE_NANOS);
                continue;
            }
            if (!heartbeat.take("take a client in", () -> serve(channel))) {
                abandon(channel);
            }
        }
    }

    private static void abandon(SocketChannel channel) {
        if (!Turns.take("close a connection", () -> close(channel))) {
            LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException gone) {
            // It is closed, which is what was wanted.
        }
    }

    private void serve(SocketChannel channel) {
        boolean full = connections.size() >= limits.connections() && !makeRoom();
        if (full && refused.size() >= REFUSED_AT_A_TIME) {
            // Not even a word, which in TLS would be dear.
            close(channel);
            return;
        }
        Wire wire =
                tls.<Wire>map(it -> new TlsWire(channel, it))
                        .orElseGet(() -> new PlainWire(channel));
        var connection =
                new HttpConnection(channel, wire, limits, handler, disconnects, budget, strangers);
        Set<HttpConnection> kept = full ? refused : connections;
        kept.add(connection);
        if (overTcp) {
            strangers.add(connection);
        }
        if (!listener.isOpen()) {
            // Closed between its arrival and now: whoever closed us has not seen it.
            connection.cut();
        }
        watch.wake();
        try {
            Thread.ofVirtual().name("foster-http").start(() -> attend(connection, full, kept));
        } catch (Throwable noThread) {
            forget(connection, kept);
            throw noThread;
        }
    }

    private void forget(HttpConnection connection, Set<HttpConnection> kept) {
        kept.remove(connection);
        strangers.remove(connection);
    }

    private void attend(HttpConnection connection, boolean full, Set<HttpConnection> kept) {
        try {
            if (full) {
                connection.refuse();
            } else {
                connection.serve();
            }
        } finally {
            forget(connection, kept);
        }
    }

    private static boolean hasPort(ServerSocketChannel listener) {
        try {
            return listener.getLocalAddress() instanceof InetSocketAddress;
        } catch (IOException closed) {
            return false;
        }
    }

    /**
     * Ends one connection that is of little use, if there is one. Strangers go first: they could
     * take all places with half-sent heads or with silence, and lock out those who may come in.
     */
    private boolean makeRoom() {
        long now = System.nanoTime();
        Optional<HttpConnection> least =
                connections.stream()
                        .filter(HttpConnection::canMakeRoom)
                        .max(
                                Comparator.comparing((HttpConnection it) -> !it.isKnown())
                                        .thenComparingLong(it -> now - it.since()));
        least.ifPresent(
                it -> {
                    connections.remove(it);
                    it.cut();
                });
        return least.isPresent();
    }

    /** Closes at once; requests under way are cut off. */
    @Override
    public void close() {
        close(Duration.ZERO);
    }

    /**
     * Takes no more requests, ends the streams, and gives requests under way this long to be
     * answered.
     */
    public void close(Duration patience) {
        closeListener();
        awaitLastAccepted();
        // All know before the first one ends: none may promise to stay open after that.
        connections.forEach(HttpConnection::takeNoMore);
        connections.forEach(HttpConnection::finish);
        long begin = System.nanoTime();
        while (!connections.isEmpty() && System.nanoTime() - begin < patience.toNanos()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        connections.forEach(HttpConnection::cut);
        refused.forEach(HttpConnection::cut);
        watch.close();
        disconnects.close();
    }

    private synchronized void closeListener() {
        try {
            SocketAddress address = listener.getLocalAddress();
            listener.close();
            if (address instanceof UnixDomainSocketAddress unix) {
                Files.deleteIfExists(unix.getPath());
            }
        } catch (IOException alreadyClosed) {
            // Then its file is gone as well, or somebody else's.
        }
    }

    /** A connection accepted in the last moment is known here before all of them are ended. */
    private void awaitLastAccepted() {
        // An interrupt could hit it between the kernel's yes and the connection, which would then
        // be nobody's.
        LockSupport.unpark(acceptor);
        try {
            acceptor.join(Duration.ofSeconds(1));
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
