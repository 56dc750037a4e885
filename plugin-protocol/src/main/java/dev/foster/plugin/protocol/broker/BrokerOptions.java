package dev.foster.plugin.protocol.broker;

import java.time.Duration;

/**
 * The limits of a {@link Broker}.
 *
 * @param pending how long an announcement waits to be dialled, a dial for an announcement, and a
 *     knock for an answer
 * @param grace how long calls on brokered servers may go on when the broker closes
 */
public record BrokerOptions(Duration pending, Duration grace) {

    /** What Go programs use, too. */
    public static BrokerOptions ofDefaults() {
        return new BrokerOptions(Duration.ofSeconds(5), Duration.ofSeconds(1));
    }

    public BrokerOptions withPending(Duration limit) {
        return new BrokerOptions(limit, grace);
    }

    public BrokerOptions withGrace(Duration limit) {
        return new BrokerOptions(pending, limit);
    }
}
