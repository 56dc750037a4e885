package dev.foster.bus.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One client, at one moment: what a NATS server shows at {@code /connz}.
 *
 * @param peer the client's address and port
 * @param lastHeard when it last said something
 * @param roundTrip how long it took to answer the last time, if it was asked
 * @param subscriptions by subject
 */
public record ConnectionStatistics(
        long id,
        String peer,
        Instant since,
        Instant lastHeard,
        Optional<Duration> roundTrip,
        String user,
        String name,
        String language,
        String version,
        long pendingBytes,
        long messagesIn,
        long messagesOut,
        long bytesIn,
        long bytesOut,
        List<SubscriptionStatistics> subscriptions) {
    public ConnectionStatistics {
        subscriptions = List.copyOf(subscriptions);
    }

    /** The client's address, without brackets. */
    public String host() {
        return Peers.host(peer);
    }

    /** The client's port. */
    public int port() {
        return Integer.parseInt(peer.substring(peer.lastIndexOf(':') + 1));
    }

    /** The subjects of its subscriptions, sorted. */
    public List<String> subjects() {
        return subscriptions.stream().map(SubscriptionStatistics::subject).toList();
    }

    static ConnectionStatistics of(ClientConnection connection) {
        ClientSession session = connection.session();
        ConnectRequest request = session.request();
        Outbound outbound = connection.outbound();
        return new ConnectionStatistics(
                connection.id(),
                connection.peer(),
                connection.since(),
                connection.lastHeard(),
                Optional.of(Duration.ofNanos(session.roundTrip())).filter(Duration::isPositive),
                session.user(),
                request.name(),
                request.language(),
                request.version(),
                outbound.pending(),
                session.messagesIn(),
                outbound.messages(),
                session.bytesIn(),
                outbound.bytes(),
                session.subscriptions().values().stream()
                        .map(SubscriptionStatistics::of)
                        .sorted(Comparator.comparing(SubscriptionStatistics::subject))
                        .toList());
    }
}
