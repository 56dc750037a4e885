package dev.foster.plugin.message;

import dev.foster.bus.broker.BrokerOptions;

import java.time.Duration;
import java.util.Set;

/** A bus of our own that waits longer than others do for those who come to say who they are. */
final class PatientBus {
    /** For tests that are not about waiting, on a machine that has much else to do. */
    private static final Duration AMPLE = Duration.ofSeconds(20);

    private PatientBus() {}

    static EmbeddedBus start() {
        return start(Set.of());
    }

    /** With these plugins speaking for people. */
    static EmbeddedBus start(Set<String> bridges) {
        return EmbeddedBus.start(
                BrokerOptions.defaults().withAuthentication(AMPLE), bridges, _ -> {});
    }
}
