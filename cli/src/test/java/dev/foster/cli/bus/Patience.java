package dev.foster.cli.bus;

import dev.foster.bus.broker.BrokerOptions;

import java.time.Duration;

/** Brokers that wait longer than others do for clients to say who they are. */
final class Patience {
    /** For tests that are not about waiting, on a machine that has much else to do. */
    private static final Duration AMPLE = Duration.ofSeconds(20);

    private Patience() {}

    static BrokerOptions options() {
        BrokerOptions usual = BrokerOptions.defaults();
        BrokerOptions.Timing timing = usual.timing();
        return usual.withTiming(
                new BrokerOptions.Timing(
                        timing.ping(), timing.pingsOut(), AMPLE, timing.tls(), timing.write()));
    }
}
