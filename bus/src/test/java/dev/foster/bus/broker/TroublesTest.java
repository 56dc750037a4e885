package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.bus.broker.ClientTrouble.Kind;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Somebody hears of clients that had to go, and never of more than can be read. */
class TroublesTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final BrokerOptions GUARDED =
            BrokerOptions.defaults().withLoops(2).withUser(BusUser.of("bob", "b"));
    private static final String BOB =
            "CONNECT {\"verbose\":false,\"user\":\"bob\",\"pass\":\"b\"}\r\n";

    private final List<ClientTrouble> told = new CopyOnWriteArrayList<>();
    private Leaks before;

    @BeforeEach
    void snapshot() {
        before = Snapshots.take();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private ClientTrouble next(int index) {
        Eventually.until(SOON, "it is told", () -> told.size() > index);
        return told.get(index);
    }

    @Test
    void whoIsRefusedOrSpeaksBadlyIsTold() throws Exception {
        try (Broker broker = Broker.start(GUARDED, told::add)) {
            try (RawClient stranger = RawClient.connect(broker.port())) {
                stranger.send("CONNECT {\"user\":\"e\\nve\",\"pass\":\"x\"}\r\n").rest();
            }
            ClientTrouble refused = next(0);
            assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
            assertThat(refused.why()).isEqualTo("Authorization Violation");
            assertThat(refused.user()).isEqualTo("e?ve");
            assertThat(refused.peer()).startsWith("127.0.0.1:");
            try (RawClient rude = RawClient.connect(broker.port())) {
                rude.send(BOB + "FOO\r\n").rest();
            }
            assertThat(next(1).kind()).isEqualTo(Kind.PROTOCOL_ERROR);
            assertThat(next(1).why()).isEqualTo("Unknown Protocol Operation");
            assertThat(next(1).user()).isEqualTo("bob");
            try (RawClient polite = RawClient.connect(broker.port())) {
                polite.send(BOB).sync();
            }
        }
        assertThat(told).hasSize(2);
    }

    @Test
    void aSlowConsumerIsTold() throws Exception {
        try (Broker broker = Broker.start(GUARDED, told::add);
                RawClient deaf = RawClient.connect(broker.port())) {
            Thread flood =
                    Thread.ofPlatform()
                            .start(() -> flood(deaf, BOB + "PING\r\n".repeat(50_000), broker));
            ClientTrouble slow = next(0);
            assertThat(slow.kind()).isEqualTo(Kind.SLOW_CONSUMER);
            assertThat(slow.why()).matches("slow consumer: [1-9]\\d+ bytes waited");
            assertThat(flood.join(SOON)).isTrue();
        }
    }

    private static void flood(RawClient client, String text, Broker broker) {
        try {
            client.send(text);
            while (!broker.connections().isEmpty()) {
                client.send("PING\r\n".repeat(10_000));
            }
        } catch (IOException | AssertionError closed) {
            // It was let go.
        }
    }

    @Test
    void manyOfAKindAreTellingNobodyAnythingNew() throws Exception {
        try (Broker broker = Broker.start(GUARDED, told::add)) {
            for (int number = 0; number < 3 * Troubles.MOST; number++) {
                try (RawClient stranger = RawClient.connect(broker.port())) {
                    stranger.send("CONNECT {}\r\n").rest();
                }
            }
            try (RawClient rude = RawClient.connect(broker.port())) {
                rude.send(BOB + "FOO\r\n").rest();
            }
        }
        assertThat(told).hasSize(Troubles.MOST + 1);
        assertThat(told.getLast().kind()).isEqualTo(Kind.PROTOCOL_ERROR);
    }

    @Test
    void whoeverListensMayFailAndWait() throws Exception {
        try (Broker broker =
                        Broker.start(
                                GUARDED,
                                trouble -> {
                                    told.add(trouble);
                                    throw new IllegalStateException("on purpose");
                                });
                RawClient bob = RawClient.connect(broker.port()).send(BOB).sync()) {
            for (int number = 0; number < 2; number++) {
                try (RawClient stranger = RawClient.connect(broker.port())) {
                    stranger.send("CONNECT {}\r\n").rest();
                }
            }
            assertThat(next(1).kind()).isEqualTo(Kind.REFUSED);
            bob.sync();
        }
    }
}
