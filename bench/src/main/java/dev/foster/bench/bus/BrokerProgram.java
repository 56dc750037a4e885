package dev.foster.bench.bus;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;

import java.io.IOException;

/** Nothing but the embedded broker: prints where it listens, and ends with its standard input. */
public final class BrokerProgram {
    private BrokerProgram() {}

    public static void main(String[] arguments) throws IOException {
        try (Broker broker = Broker.start(BrokerOptions.defaults())) {
            System.out.println(broker.url());
            while (System.in.read() >= 0) {
                // Nobody says anything; what counts is the end.
            }
        }
    }
}
