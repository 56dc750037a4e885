package dev.foster.bus.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import javax.net.ssl.SSLContext;

/**
 * How a broker listens, whom it lets in and what it bears. Begin with {@link #defaults()}, which
 * listens on loopback at a free port, and change what differs.
 */
public record BrokerOptions(
        String host,
        int port,
        String name,
        Access access,
        Limits limits,
        Timing timing,
        Optional<Tls> tls,
        int loops) {

    /**
     * Who may connect: everyone unless there is a token or a user, or {@code closed} is set.
     *
     * @param guest the user that somebody without credentials is; what a NATS server calls {@code
     *     no_auth_user}
     */
    public record Access(
            Optional<String> token, List<BusUser> users, boolean closed, Optional<String> guest) {
        public Access {
            users = List.copyOf(users);
        }

        public Access(Optional<String> token, List<BusUser> users, boolean closed) {
            this(token, users, closed, Optional.empty());
        }

        @Override
        public String toString() {
            return "Access[users=" + users + ", closed=" + closed + "]";
        }
    }

    /**
     * What clients may cost; sizes in bytes.
     *
     * @param payload of one message
     * @param controlLine of a command, without its payload
     * @param pending what may wait to be written to one client
     * @param memory what may wait to be written to all of them; past it, those with the most
     *     waiting are let go
     * @param connections at once
     * @param subscriptions of one client; unlike a NATS server we do have a bound, as every one of
     *     them costs memory that all clients share
     * @param strangers connections that have not said who they are; for one more the one goes who
     *     has been silent the longest. A NATS server knows no such bound
     */
    public record Limits(
            int payload,
            int controlLine,
            long pending,
            long memory,
            int connections,
            int subscriptions,
            int strangers) {

        /** Any connection may be a stranger's. */
        public Limits(
                int payload,
                int controlLine,
                long pending,
                long memory,
                int connections,
                int subscriptions) {
            this(payload, controlLine, pending, memory, connections, subscriptions, connections);
        }
    }

    /** How long the broker waits for a client. */
    public record Timing(
            Duration ping, int pingsOut, Duration authentication, Duration tls, Duration write) {}

    /**
     * What a broker shows and asks for when a client upgrades to TLS.
     *
     * @param verifies whether the client has to show a certificate that the context trusts
     */
    public record Tls(SSLContext context, boolean verifies) {}

    /** Loopback, a free port, everyone may connect, the limits of a NATS server. */
    public static BrokerOptions defaults() {
        int loops = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 4);
        return new BrokerOptions(
                "127.0.0.1",
                0,
                "foster",
                new Access(Optional.empty(), List.of(), false),
                new Limits(
                        1 << 20,
                        4096,
                        64L << 20,
                        Runtime.getRuntime().maxMemory() / 4,
                        65_536,
                        100_000),
                new Timing(
                        Duration.ofMinutes(2),
                        2,
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10)),
                Optional.empty(),
                loops);
    }

    public BrokerOptions withHost(String address) {
        return new BrokerOptions(address, port, name, access, limits, timing, tls, loops);
    }

    public BrokerOptions withPort(int number) {
        return new BrokerOptions(host, number, name, access, limits, timing, tls, loops);
    }

    public BrokerOptions withName(String text) {
        return new BrokerOptions(host, port, text, access, limits, timing, tls, loops);
    }

    public BrokerOptions withAccess(Access whom) {
        return new BrokerOptions(host, port, name, whom, limits, timing, tls, loops);
    }

    public BrokerOptions withToken(String token) {
        return withAccess(
                new Access(Optional.of(token), access.users, access.closed, access.guest));
    }

    public BrokerOptions withUser(BusUser user) {
        List<BusUser> users = new ArrayList<>(access.users);
        users.add(user);
        return withAccess(new Access(access.token, users, access.closed, access.guest));
    }

    /** Lets nobody in until {@link Broker#addUser} names someone. */
    public BrokerOptions closed() {
        return withAccess(new Access(access.token, access.users, true, access.guest));
    }

    /** Takes somebody without credentials for this user. */
    public BrokerOptions withGuest(String user) {
        return withAccess(new Access(access.token, access.users, access.closed, Optional.of(user)));
    }

    public BrokerOptions withLimits(Limits bounds) {
        return new BrokerOptions(host, port, name, access, bounds, timing, tls, loops);
    }

    /** How many connections there may be that have not said who they are. */
    public BrokerOptions withStrangers(int most) {
        return withLimits(
                new Limits(
                        limits.payload,
                        limits.controlLine,
                        limits.pending,
                        limits.memory,
                        limits.connections,
                        limits.subscriptions,
                        most));
    }

    public BrokerOptions withTiming(Timing waits) {
        return new BrokerOptions(host, port, name, access, limits, waits, tls, loops);
    }

    /** How long a client may take to say who it is. */
    public BrokerOptions withAuthentication(Duration limit) {
        return withTiming(
                new Timing(timing.ping, timing.pingsOut, limit, timing.tls, timing.write));
    }

    /** Every client must upgrade to TLS after the greeting. */
    public BrokerOptions withTls(SSLContext context) {
        return withTls(new Tls(context, false));
    }

    /** Every client must upgrade to TLS after the greeting. */
    public BrokerOptions withTls(Tls upgrade) {
        return new BrokerOptions(
                host, port, name, access, limits, timing, Optional.of(upgrade), loops);
    }

    /** How many event loops share the connections. */
    public BrokerOptions withLoops(int count) {
        return new BrokerOptions(host, port, name, access, limits, timing, tls, count);
    }
}
