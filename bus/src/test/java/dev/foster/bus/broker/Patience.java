package dev.foster.bus.broker;

import java.time.Duration;

/** Brokers that wait longer than others do, or less long, for clients to say who they are. */
public final class Patience {
    /** For tests that are not about waiting, on a machine that has much else to do. */
    public static final Duration AMPLE = Duration.ofSeconds(20);

    private Patience() {}

    /** With this time for the credentials. */
    public static BrokerOptions authentication(BrokerOptions options, Duration limit) {
        BrokerOptions.Timing timing = options.timing();
        return options.withTiming(
                new BrokerOptions.Timing(
                        timing.ping(), timing.pingsOut(), limit, timing.tls(), timing.write()));
    }
}
