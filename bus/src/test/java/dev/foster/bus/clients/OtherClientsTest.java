package dev.foster.bus.clients;

import dev.foster.bus.broker.Snapshots;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.NatsServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;

/** Real clients in other languages see no difference between this broker and the real server. */
class OtherClientsTest {
    private static final List<String> SCENARIOS =
            List.of(
                    "pubsub",
                    "request",
                    "queue",
                    "headers",
                    "noresponders",
                    "drain",
                    "reconnect",
                    "permissions");

    /** One client, doing one thing, with one server. */
    record Case(Clients client, String scenario, boolean real) {
        @Override
        public String toString() {
            return client + " " + scenario + (real ? " with nats-server" : " with the broker");
        }
    }

    private Leaks before;

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Clients client : Clients.values()) {
            for (String scenario : SCENARIOS) {
                cases.add(new Case(client, scenario, false));
                cases.add(new Case(client, scenario, true));
            }
        }
        return cases;
    }

    @BeforeEach
    void snapshot() {
        before = Snapshots.take();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void itGoesAsItShould(Case one) throws Exception {
        Assumptions.assumeTrue(one.client.available(), one.client + " cannot be made here");
        Assumptions.assumeTrue(
                !one.real || NatsServer.program().isPresent(), "no nats-server here");
        try (TestBus bus =
                one.real
                        ? new TestBus.Real(NatsServer.program().orElseThrow())
                        : new TestBus.Embedded()) {
            one.client.run(one.scenario, bus);
        }
    }
}
