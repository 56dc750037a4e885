package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** Too much of anything costs only the one it comes from. */
class FloodTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int PENDING = 1 << 20;

    private Leaks before;

    @BeforeEach
    void snapshot() {
        before = Snapshots.take();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static BrokerOptions options(int subscriptions) {
        BrokerOptions defaults = BrokerOptions.defaults().withLoops(2);
        BrokerOptions.Limits limits = defaults.limits();
        return defaults.withLimits(
                new BrokerOptions.Limits(
                        limits.payload(),
                        limits.controlLine(),
                        PENDING,
                        16L << 20,
                        limits.connections(),
                        subscriptions));
    }

    private static void roundTrip(RawClient client, int number) throws IOException {
        String message = "MSG alive 1 3\r\n" + (100 + number % 900) + "\r\n";
        client.send("PUB alive 3\r\n" + (100 + number % 900) + "\r\n").expect(message);
    }

    /** Answers that nobody fetches gather, and then whoever asks for them is let go. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PING\r\n",
                "PUB a 0\r\n\r\n",
                "SUB a. 1\r\n",
                "UNSUB 7\r\n",
                "CONNECT {\"verbose\":true}\r\n"
            })
    void whoAsksAndNeverReadsIsLetGo(String command) throws Exception {
        byte[] many = command.repeat(20_000).getBytes(ISO_8859_1);
        try (Broker broker = Broker.start(options(100));
                RawClient witness = RawClient.quiet(broker.port());
                RawClient deaf = RawClient.connect(broker.port())) {
            witness.send("SUB alive 1\r\n").sync();
            AtomicBoolean gone = new AtomicBoolean();
            Thread flood = Thread.ofPlatform().start(() -> floodUntil(deaf, many, gone));
            Eventually.until(SOON, "it is let go", () -> broker.connections().size() == 1);
            gone.set(true);
            assertThat(broker.statistics().slowConsumers()).isEqualTo(1);
            assertThat(flood.join(SOON)).isTrue();
            roundTrip(witness, 1);
        }
    }

    /** However much may wait for those who receive messages. */
    @ParameterizedTest
    @ValueSource(strings = {"PING\r\n", "PUB a 0\r\n\r\n", "SUB a. 1\r\n"})
    void answersThatNobodyFetchesAreFew(String command) throws Exception {
        byte[] many = command.repeat(20_000).getBytes(ISO_8859_1);
        try (Broker broker = Broker.start(BrokerOptions.defaults());
                RawClient deaf = RawClient.connect(broker.port())) {
            AtomicBoolean gone = new AtomicBoolean();
            Thread flood = Thread.ofPlatform().start(() -> floodUntil(deaf, many, gone));
            Eventually.until(
                    SOON,
                    "it is let go",
                    () -> {
                        assertThat(broker.connections())
                                .allMatch(each -> each.pendingBytes() <= Outbound.MOST_ANSWERS);
                        return broker.connections().isEmpty();
                    });
            gone.set(true);
            assertThat(broker.statistics().slowConsumers()).isEqualTo(1);
            assertThat(flood.join(SOON)).isTrue();
        }
    }

    @Test
    void answersThatAreFetchedCountNoMore() throws Exception {
        int many = 10_000;
        try (Broker broker = Broker.start(BrokerOptions.defaults());
                RawClient eager = RawClient.quiet(broker.port())) {
            for (int round = 0; round < 30; round++) {
                eager.send("PING\r\n".repeat(many)).expect("PONG\r\n".repeat(many));
            }
            assertThat(30 * many * 6).isGreaterThan(4 * Outbound.MOST_ANSWERS);
            assertThat(broker.statistics().slowConsumers()).isZero();
        }
    }

    private static void floodUntil(RawClient client, byte[] bytes, AtomicBoolean enough) {
        try {
            while (!enough.get()) {
                client.send(bytes);
            }
        } catch (IOException | AssertionError closed) {
            // By the broker, or by the test: both are the end of the flood.
            enough.set(true);
        }
    }

    @Test
    void whoWantsEverySubjectGetsOnlySoMany() throws Exception {
        try (Broker broker = Broker.start(options(100));
                RawClient greedy = RawClient.quiet(broker.port());
                RawClient witness = RawClient.quiet(broker.port())) {
            StringBuilder wishes = new StringBuilder();
            for (int number = 0; number < 103; number++) {
                wishes.append("SUB s.").append(number).append(' ').append(number).append("\r\n");
            }
            greedy.send(wishes.toString());
            greedy.expect("-ERR 'maximum subscriptions exceeded'\r\n".repeat(3)).sync();
            assertThat(broker.statistics().subscriptions()).isEqualTo(100);
            greedy.send("UNSUB 5\r\nSUB again 200\r\n").sync();
            assertThat(broker.statistics().subscriptions()).isEqualTo(100);
            witness.send("SUB alive 1\r\n");
            roundTrip(witness, 1);
        }
    }

    /** However many connections it spreads them over. */
    @Test
    void aUserGetsOnlySoMuchMemoryForWhatItWants() throws Exception {
        BrokerOptions options =
                options(100_000)
                        .withUser(BusUser.of("greedy", "g"))
                        .withUser(BusUser.of("modest", "m"));
        String greedy = "CONNECT {\"verbose\":false,\"user\":\"greedy\",\"pass\":\"g\"}\r\n";
        String modest = "CONNECT {\"verbose\":false,\"user\":\"modest\",\"pass\":\"m\"}\r\n";
        String wide = "SUB " + "a.".repeat(2_000) + "a ";
        try (Broker broker = Broker.start(options)) {
            List<RawClient> clients = new ArrayList<>();
            for (int number = 0; number < 40; number++) {
                RawClient client = RawClient.connect(broker.port()).send(greedy);
                clients.add(client.send(wide + "1\r\n" + wide + "2\r\n"));
            }
            assertThat(clients.getLast().line())
                    .isEqualTo("-ERR 'maximum subscriptions exceeded'\r\n");
            assertThat(broker.statistics().subscriptions()).isBetween(5, 20);
            try (RawClient other = RawClient.connect(broker.port())) {
                other.send(modest + wide + "1\r\nSUB b 2\r\n").sync();
            }
            for (RawClient client : clients) {
                client.close();
            }
            Eventually.until(SOON, "all left", () -> broker.connections().isEmpty());
            try (RawClient again = RawClient.connect(broker.port())) {
                again.send(greedy + (wide + "1\r\nUNSUB 1\r\n").repeat(100)).sync();
            }
        }
    }

    @Test
    void othersTalkWhileSomeFlood() throws Exception {
        byte[] many =
                ("PUB noise.here 100\r\n" + "x".repeat(100) + "\r\n")
                        .repeat(500)
                        .getBytes(ISO_8859_1);
        AtomicBoolean enough = new AtomicBoolean();
        try (Broker broker = Broker.start(options(100));
                RawClient witness = RawClient.quiet(broker.port());
                RawClient deaf = RawClient.quiet(broker.port())) {
            deaf.send("SUB noise.* 1\r\n").sync();
            witness.send("SUB alive 1\r\n").sync();
            List<RawClient> clients = new ArrayList<>();
            List<Thread> floods = new ArrayList<>();
            for (int number = 0; number < 3; number++) {
                RawClient client = RawClient.quiet(broker.port());
                clients.add(client);
                floods.add(Thread.ofPlatform().start(() -> floodUntil(client, many, enough)));
            }
            Eventually.until(SOON, "it floods", () -> broker.statistics().messagesIn() > 5_000);
            for (int number = 0; number < 300; number++) {
                roundTrip(witness, number);
            }
            enough.set(true);
            for (Thread flood : floods) {
                assertThat(flood.join(SOON)).isTrue();
            }
            for (RawClient client : clients) {
                client.close();
            }
            Eventually.until(SOON, "the deaf one is gone", () -> broker.connections().size() == 1);
            assertThat(broker.connections()).allMatch(each -> each.pendingBytes() <= PENDING);
        }
    }

    @Test
    void strangersWhoSayNothingAreLetGo() throws Exception {
        BrokerOptions hasty =
                options(100)
                        .withUser(BusUser.of("u", "p"))
                        .withAuthentication(Duration.ofMillis(200));
        try (Broker broker = Broker.start(hasty)) {
            List<RawClient> strangers = new ArrayList<>();
            for (int number = 0; number < 100; number++) {
                strangers.add(RawClient.connect(broker.port()));
            }
            for (RawClient stranger : strangers) {
                assertThat(stranger.rest()).isEqualTo("-ERR 'Authentication Timeout'\r\n<end>");
                stranger.close();
            }
            Eventually.until(SOON, "all are gone", () -> broker.connections().isEmpty());
        }
    }

    @Test
    void damagedConversationsHurtNobodyElse() throws Exception {
        int seed = Integer.getInteger("foster.fuzz.seed", 0);
        try (Broker broker = Broker.start(options(1000));
                RawClient witness = RawClient.quiet(broker.port())) {
            witness.send("SUB alive 1\r\n").sync();
            List<Thread> talkers = new ArrayList<>();
            for (int talker = 0; talker < 4; talker++) {
                int first = seed + talker * 150;
                talkers.add(Thread.ofPlatform().start(() -> talk(broker.port(), first, 150)));
            }
            for (int number = 0; number < 300; number++) {
                roundTrip(witness, number);
            }
            for (Thread talker : talkers) {
                assertThat(talker.join(SOON)).isTrue();
            }
            Eventually.until(SOON, "all left", () -> broker.connections().size() == 1);
            assertThat(broker.subscriptions()).hasSize(1);
            roundTrip(witness, 1);
        }
    }

    /** Conversations in pieces, some of which end in the middle. */
    private static void talk(int port, int first, int count) {
        for (int seed = first; seed < first + count; seed++) {
            Random random = new Random(seed);
            byte[] said = Conversations.damaged(random);
            try (RawClient client = RawClient.connect(port)) {
                for (int from = 0; from < said.length; ) {
                    int to = Math.min(said.length, from + 1 + random.nextInt(30));
                    client.send(Arrays.copyOfRange(said, from, to));
                    from = to;
                }
                if (random.nextBoolean()) {
                    client.halfClose().rest();
                }
            } catch (IOException e) {
                throw new UncheckedIOException("seed " + seed, e);
            }
        }
    }
}
