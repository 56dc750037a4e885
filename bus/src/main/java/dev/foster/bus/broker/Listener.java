package dev.foster.bus.broker;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Accepts clients and spreads them over the event loops; itself a guest of the first. */
final class Listener implements EventLoop.Ready {
    private static final Logger LOG = System.getLogger(Listener.class.getName());
    private static final int BACKLOG = 1024;
    private static final long PAUSE = 100_000_000;
    private static final int MOST_LEAVING = 100;
    // What each newcomer has to say who it is, however many come.
    private static final long CHANCE = 200_000_000;

    private final BrokerState broker;
    private final List<EventLoop> loops;
    private final ServerSocketChannel channel;
    private final SelectionKey key;
    // Those who are told that there is no room: telling takes them a moment to hear.
    private final Set<ClientConnection> leaving = ConcurrentHashMap.newKeySet();
    private int next;
    private boolean paused;
    private long resumeAt;

    Listener(BrokerState broker, List<EventLoop> loops) {
        this.broker = broker;
        this.loops = loops;
        BrokerOptions options = broker.options();
        ServerSocketChannel opened = null;
        try {
            opened = ServerSocketChannel.open();
            opened.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            opened.bind(new InetSocketAddress(options.host(), options.port()), BACKLOG);
            opened.configureBlocking(false);
            key = opened.register(loops.getFirst().selector(), SelectionKey.OP_ACCEPT, this);
            broker.listensAt(((InetSocketAddress) opened.getLocalAddress()).getPort());
        } catch (IOException | RuntimeException e) {
            closeQuietly(opened);
            throw new UncheckedIOException(
                    "cannot listen for bus clients at "
                            + options.host()
                            + ":"
                            + options.port()
                            + ": "
                            + (e instanceof UnresolvedAddressException
                                    ? "there is no such host"
                                    : e.getMessage())
                            + "; choose another address or port",
                    e instanceof IOException io ? io : new IOException(e));
        }
        channel = opened;
        loops.getFirst().join(this);
    }

    @Override
    public void ready(SelectionKey selected) {
        try {
            for (SocketChannel client = next(); client != null; client = next()) {
                welcome(client);
            }
        } catch (IOException e) {
            if (channel.isOpen()) {
                // Most likely there are no descriptors left: asking again at once would only burn
                // the core.
                LOG.log(Level.WARNING, "cannot accept a bus client: " + e.getMessage());
                pause(PAUSE);
            }
        }
    }

    /** None while all places of strangers are taken by some who have only just come. */
    private @Nullable SocketChannel next() throws IOException {
        long wait = makeRoom();
        if (wait > 0) {
            pause(wait);
            return null;
        }
        return channel.accept();
    }

    /**
     * Lets the stranger go who came first, if it had its chance; or tells when it will have had.
     */
    private long makeRoom() {
        Optional<ClientConnection> first =
                broker.strangers().firstOf(broker.options().limits().strangers());
        if (first.isEmpty()) {
            return 0;
        }
        long wait = CHANCE - first.get().ageNanos();
        if (wait <= 0) {
            broker.strangers().remove(first.get());
            first.get().dismissLater();
        }
        return wait;
    }

    private void pause(long nanos) {
        paused = true;
        resumeAt = System.nanoTime() + nanos;
        key.interestOps(0);
        loops.getFirst().dueBy(resumeAt);
    }

    private void welcome(SocketChannel client) {
        boolean full = broker.full();
        if (full && leaving.size() >= MOST_LEAVING) {
            closeQuietly(client);
            return;
        }
        try {
            client.configureBlocking(false);
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            EventLoop loop = loops.get(next);
            next = (next + 1) % loops.size();
            ClientConnection connection =
                    new ClientConnection(
                            broker.nextId(),
                            broker,
                            loop,
                            client,
                            Peers.text(client.getRemoteAddress()));
            if (full) {
                leaving.add(connection);
                loop.execute(() -> connection.turnAway(() -> leaving.remove(connection)));
            } else {
                broker.arrived(connection);
                loop.execute(connection::open);
            }
        } catch (IOException e) {
            // It left before we could greet it.
            closeQuietly(client);
        }
    }

    @Override
    public long tick(long now) {
        if (!paused) {
            return Long.MAX_VALUE;
        }
        if (resumeAt - now > 0) {
            return resumeAt - now;
        }
        paused = false;
        if (key.isValid()) {
            key.interestOps(SelectionKey.OP_ACCEPT);
        }
        return Long.MAX_VALUE;
    }

    @Override
    public void stop() {
        loops.getFirst().leave(this);
        closeQuietly(channel);
    }

    /** Ends those who were being told; only when the loops have ended. */
    void stopLeaving() {
        leaving.forEach(ClientConnection::stop);
    }

    private static void closeQuietly(@Nullable Channel it) {
        if (it == null) {
            return;
        }
        try {
            it.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "cannot close a socket of the bus", e);
        }
    }
}
