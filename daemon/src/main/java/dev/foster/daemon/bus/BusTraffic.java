package dev.foster.daemon.bus;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.ConnectionStatistics;
import dev.foster.bus.broker.SubscriptionStatistics;
import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Who is on the embedded bus, and who listens to what. */
final class BusTraffic {
    private static final int MOST = 1000;

    private BusTraffic() {}

    static List<BusConnectionView> connections(Broker broker) {
        return broker.connections().stream()
                .sorted(Comparator.comparingLong(ConnectionStatistics::id))
                .limit(MOST)
                .map(BusTraffic::view)
                .toList();
    }

    private static BusConnectionView view(ConnectionStatistics client) {
        return new BusConnectionView(
                client.id(),
                said(client.name()),
                said(client.user()),
                said(client.language()),
                said(client.version()),
                client.since(),
                client.subscriptions().size(),
                client.messagesIn(),
                client.messagesOut(),
                client.bytesIn(),
                client.bytesOut(),
                client.pendingBytes());
    }

    private static Optional<String> said(String word) {
        return word.isEmpty() ? Optional.empty() : Optional.of(word);
    }

    /** Those that got most come first: a page with room for some shows these. */
    static List<BusSubjectView> subjects(Broker broker) {
        return broker.subscriptions().stream()
                .sorted(
                        Comparator.comparingLong(SubscriptionStatistics::delivered)
                                .reversed()
                                .thenComparing(SubscriptionStatistics::subject))
                .limit(MOST)
                .map(
                        it ->
                                new BusSubjectView(
                                        it.subject(), it.queue(), it.connection(), it.delivered()))
                .toList();
    }
}
