package dev.foster.plugin.protocol.broker;

import java.time.Duration;

/**
 * The limits of a {@link GrpcBroker}.
 *
 * @param pending how long an announcement waits to be dialled, a dial for an announcement, and a
 *     knock for an answer
 * @param grace how long calls on brokered servers may go on when the broker closes
 */
public record GrpcBrokerOptions(Duration pending, Duration grace) {

    /** What Go programs use, too. */
    public static GrpcBrokerOptions ofDefaults() {
        return new GrpcBrokerOptions(Duration.ofSeconds(5), Duration.ofSeconds(1));
    }

    public GrpcBrokerOptions withPending(Duration limit) {
        return new GrpcBrokerOptions(limit, grace);
    }

    public GrpcBrokerOptions withGrace(Duration limit) {
        return new GrpcBrokerOptions(pending, limit);
    }
}
