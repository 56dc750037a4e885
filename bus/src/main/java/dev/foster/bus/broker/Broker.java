package dev.foster.bus.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A message broker inside this process that speaks the core protocol of NATS.
 *
 * <pre>{@code
 * try (Broker broker = Broker.start(BrokerOptions.defaults())) {
 *     Nats.connect(broker.url());
 * }
 * }</pre>
 */
public final class Broker implements AutoCloseable {
    private static final long END_MILLIS = 5_000;

    private final BrokerState state;
    private final List<EventLoop> loops;
    private final Listener listener;
    private final Optional<Troubles> troubles;
    private final Instant since = Instant.now();
    private final long sinceNanos = System.nanoTime();
    private final AtomicBoolean closed = new AtomicBoolean();

    private Broker(BrokerOptions options, Optional<Troubles> troubles) {
        this.troubles = troubles;
        state = new BrokerState(options, troubles);
        loops =
                IntStream.range(0, options.loops())
                        .mapToObj(index -> new EventLoop(index, state))
                        .toList();
        state.servedBy(loops);
        try {
            listener = new Listener(state, loops);
        } catch (RuntimeException e) {
            // They never ran: started and stopped, they close what they hold.
            loops.forEach(EventLoop::stop);
            loops.forEach(EventLoop::start);
            troubles.ifPresent(Troubles::close);
            throw e;
        }
        loops.forEach(EventLoop::start);
    }

    /** Starts a broker; it accepts clients when this returns. */
    public static Broker start(BrokerOptions options) {
        return new Broker(options, Optional.empty());
    }

    /**
     * Starts a broker that tells of clients which had to go, or could not come in: a few of a kind
     * in a minute, from a thread that may wait.
     */
    public static Broker start(BrokerOptions options, Consumer<ClientTrouble> listener) {
        return new Broker(options, Optional.of(new Troubles(listener)));
    }

    /**
     * From now on does as other options say about who may come in, TLS, limits and waits. Whoever
     * may not come in any more has to go, and loses the subscriptions it may not have any more;
     * limits and TLS are for those who connect from now on. Where it listens, its name, its loops,
     * the memory for all, the longest command and the places of strangers stay as they are.
     */
    public void reload(BrokerOptions other) {
        BrokerOptions now = state.options();
        BrokerOptions.Limits limits = other.limits();
        state.follow(
                new BrokerOptions(
                        now.host(),
                        now.port(),
                        now.name(),
                        other.access(),
                        new BrokerOptions.Limits(
                                limits.payload(),
                                now.limits().controlLine(),
                                limits.pending(),
                                now.limits().memory(),
                                limits.connections(),
                                limits.subscriptions(),
                                now.limits().strangers()),
                        other.timing(),
                        other.tls(),
                        now.loops()));
        for (ClientConnection connection : state.connections()) {
            connection.loop().execute(connection.session()::reconsider);
        }
    }

    /** The port it listens at, also if a free one was asked for. */
    public int port() {
        return state.port();
    }

    /** Where clients connect, such as {@code nats://127.0.0.1:4222}. */
    public String url() {
        String scheme = state.options().tls().isPresent() ? "tls" : "nats";
        String host = state.options().host();
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    /** What it was started with; the port may be 0 there. */
    public BrokerOptions options() {
        return state.options();
    }

    /** Whether clients have to say who they are. */
    public boolean guarded() {
        return state.authenticator().guarded();
    }

    /**
     * Lets someone in from now on. If the name is known, password and permissions change for those
     * who connect later. From the first user on, nobody comes in without credentials.
     */
    public void addUser(BusUser user) {
        state.authenticator().add(user);
    }

    /** Lets someone in no more, and ends the connections under that name. */
    public void removeUser(String name) {
        state.authenticator().remove(name);
        for (ClientConnection connection : state.connections()) {
            if (connection.session().user().equals(name)) {
                connection.endLater(Refusal.USER_REMOVED);
            }
        }
    }

    /** The clients that are connected, the oldest first. */
    public List<ConnectionStatistics> connections() {
        return state.connections().stream().map(ConnectionStatistics::of).toList();
    }

    /** Every subscription. */
    public List<SubscriptionStatistics> subscriptions() {
        return state.connections().stream()
                .flatMap(each -> each.session().subscriptions().values().stream())
                .map(SubscriptionStatistics::of)
                .toList();
    }

    /** Whether anybody subscribes to this subject: what nobody hears need not be said. */
    public boolean heard(String subject) {
        return state.tree().heard(Subjects.fromText(subject));
    }

    /** How the broker finds out who receives a message. */
    public RoutingStatistics routing() {
        int remembered = loops.stream().mapToInt(loop -> loop.router().remembered()).sum();
        return state.tree().statistics(remembered, state.messagesIn());
    }

    /** The broker as a whole. */
    public BrokerStatistics statistics() {
        BrokerOptions options = state.options();
        return new BrokerStatistics(
                state.serverId(),
                options.name(),
                BrokerState.VERSION,
                options.host(),
                port(),
                since,
                Duration.ofNanos(System.nanoTime() - sinceNanos),
                state.connections().size(),
                state.accepted(),
                state.tree().count(),
                state.messagesIn(),
                loops.stream().mapToLong(EventLoop::messagesOut).sum(),
                state.bytesIn(),
                loops.stream().mapToLong(EventLoop::bytesOut).sum(),
                state.slowConsumers());
    }

    /**
     * Closes gently: accepts nobody, tells clients to go elsewhere, gives them the grace to do so,
     * lets the rest go one after the other over the spread, and closes.
     */
    public void lameDuck(Duration grace, Duration spread) throws InterruptedException {
        loops.getFirst().execute(listener::stop);
        for (ClientConnection connection : state.connections()) {
            if (connection.session().request().protocol() >= 1) {
                connection.loop().execute(() -> connection.say(state.info(connection, true)));
            }
        }
        long end = System.nanoTime() + grace.toNanos();
        while (!state.connections().isEmpty() && end - System.nanoTime() > 0) {
            pause(Duration.ofMillis(10));
        }
        List<ClientConnection> left = state.connections();
        for (ClientConnection connection : left) {
            connection.endLater(Refusal.SERVER_CLOSED);
            pause(spread.dividedBy(left.size()));
        }
        close();
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    /** Ends every connection and the broker's threads; does nothing the second time. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        writeOut();
        loops.forEach(EventLoop::stop);
        try {
            for (EventLoop loop : loops) {
                var _ = loop.awaitEnd(END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // A client may have been accepted for a loop that had ended.
        state.connections().forEach(ClientConnection::stop);
        listener.stopLeaving();
        troubles.ifPresent(Troubles::close);
    }

    /** Waits until every loop has come round once, so that what it read before is written. */
    private void writeOut() {
        CountDownLatch rounds = new CountDownLatch(loops.size());
        loops.forEach(loop -> loop.execute(rounds::countDown));
        try {
            var _ = rounds.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
