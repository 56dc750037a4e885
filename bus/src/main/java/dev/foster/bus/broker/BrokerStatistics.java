package dev.foster.bus.broker;

import java.time.Duration;
import java.time.Instant;

/** The broker as a whole, at one moment: what a NATS server shows at {@code /varz}. */
public record BrokerStatistics(
        String serverId,
        String name,
        String version,
        String host,
        int port,
        Instant since,
        Duration uptime,
        int connections,
        long totalConnections,
        int subscriptions,
        long messagesIn,
        long messagesOut,
        long bytesIn,
        long bytesOut,
        long slowConsumers) {}
