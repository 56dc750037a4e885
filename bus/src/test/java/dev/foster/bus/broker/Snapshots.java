package dev.foster.bus.broker;

import dev.foster.testkit.Leaks;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Snapshots that do not count what the JVM opens with its first socket and keeps: the marker it
 * puts in the place of a descriptor that is closed while someone reads from it.
 */
public final class Snapshots {
    static {
        try (Broker broker = Broker.start(BrokerOptions.defaults());
                RawClient client = RawClient.quiet(broker.port())) {
            client.sync();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Snapshots() {}

    public static Leaks take() {
        return Leaks.snapshot();
    }
}
