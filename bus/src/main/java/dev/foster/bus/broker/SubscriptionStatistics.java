package dev.foster.bus.broker;

import java.util.Optional;

/**
 * One subscription, at one moment: what a NATS server shows at {@code /subsz}.
 *
 * @param limit how many messages it gets in all; 0: any number
 */
public record SubscriptionStatistics(
        String subject,
        Optional<String> queue,
        String sid,
        long connection,
        long delivered,
        long limit) {

    static SubscriptionStatistics of(ClientSubscription subscription) {
        Outbound outbound = subscription.connection.outbound();
        return new SubscriptionStatistics(
                Subjects.toText(subscription.subject),
                Optional.ofNullable(subscription.queue).map(Subjects::toText),
                subscription.sid,
                subscription.connection.id(),
                outbound.delivered(subscription),
                outbound.limitOf(subscription));
    }

    /** Whether it receives messages of this subject. */
    public boolean matches(String published) {
        return Subjects.covers(subject, published);
    }
}
