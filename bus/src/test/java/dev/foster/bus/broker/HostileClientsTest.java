package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Clients that misbehave cost only themselves. */
class HostileClientsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final BrokerOptions DEFAULTS = BrokerOptions.defaults().withLoops(2);

    private Leaks before;

    @BeforeEach
    void snapshot() {
        before = Snapshots.take();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static BrokerOptions limited(long pending, long memory, int connections) {
        BrokerOptions.Limits limits = DEFAULTS.limits();
        return DEFAULTS.withLimits(
                new BrokerOptions.Limits(
                        limits.payload(),
                        limits.controlLine(),
                        pending,
                        memory,
                        connections,
                        limits.subscriptions()));
    }

    private static BrokerOptions timing(Duration ping, Duration write) {
        return timing(ping, 2, write);
    }

    private static BrokerOptions timing(Duration ping, int pingsOut, Duration write) {
        BrokerOptions.Timing timing = DEFAULTS.timing();
        return DEFAULTS.withTiming(
                new BrokerOptions.Timing(
                        ping, pingsOut, timing.authentication(), timing.tls(), write));
    }

    private static void works(Broker broker) throws IOException {
        try (RawClient client = RawClient.quiet(broker.port())) {
            client.send("SUB alive 1\r\nPUB alive 2\r\nok\r\n").expect("MSG alive 1 2\r\nok\r\n");
        }
    }

    @Test
    void noiseEndsOnlyTheNoisy() throws Exception {
        try (Broker broker = Broker.start(DEFAULTS);
                RawClient witness = RawClient.quiet(broker.port())) {
            witness.send("SUB a 1\r\n").sync();
            for (int seed = 0; seed < 60; seed++) {
                byte[] noise = new byte[3_000];
                new Random(seed).nextBytes(noise);
                try (RawClient client = RawClient.connect(broker.port())) {
                    client.send(noise).halfClose();
                    client.rest();
                }
            }
            witness.send("PUB a 1\r\nx\r\n").expect("MSG a 1 1\r\nx\r\n");
            Eventually.until(SOON, "only one is left", () -> broker.connections().size() == 1);
        }
    }

    @Test
    void strangersLockOutNobodyWhoSaysWhoItIs() throws Exception {
        BrokerOptions options =
                DEFAULTS.withUser(BusUser.of("me", "secret"))
                        .withAuthentication(SOON)
                        .withStrangers(3);
        List<RawClient> silent = new ArrayList<>();
        try (Broker broker = Broker.start(options)) {
            for (int i = 0; i < 12; i++) {
                silent.add(RawClient.connect(broker.port()));
            }
            try (RawClient me = RawClient.connect(broker.port())) {
                me.send("CONNECT {\"user\":\"me\",\"pass\":\"secret\",\"verbose\":false}\r\n")
                        .sync();
                assertThat(broker.connections()).hasSizeLessThanOrEqualTo(4);
            }
            assertThat(silent.getFirst().rest()).contains("-ERR 'Authentication Timeout'");
        } finally {
            for (RawClient client : silent) {
                client.close();
            }
        }
    }

    /** What overflows the stack is an Error, and the thread is that of everybody. */
    @Test
    void aSubjectTooDeepForTheStackEndsOnlyItsClient() throws Exception {
        BrokerOptions.Limits limits = DEFAULTS.limits();
        BrokerOptions longLines =
                DEFAULTS.withLoops(1)
                        .withLimits(
                                new BrokerOptions.Limits(
                                        limits.payload(),
                                        1 << 20,
                                        limits.pending(),
                                        1L << 40,
                                        limits.connections(),
                                        limits.subscriptions()));
        String deep = "a.".repeat(500_000) + "a";
        try (Broker broker = Broker.start(longLines);
                RawClient witness = RawClient.quiet(broker.port());
                RawClient client = RawClient.quiet(broker.port())) {
            client.send("SUB " + deep + " 1\r\nPUB " + deep + " 0\r\n\r\n");
            assertThat(client.rest()).isEqualTo("<end>");
            witness.sync();
            Eventually.until(SOON, "only one is left", () -> broker.connections().size() == 1);
            assertThat(broker.statistics().subscriptions()).isZero();
        }
    }

    @Test
    void bytesThatComeOneByOneMakeMessages() throws Exception {
        try (Broker broker = Broker.start(DEFAULTS);
                RawClient slow = RawClient.quiet(broker.port())) {
            for (char letter : "SUB a.b 1\r\nPUB a.b r 5\r\nhello\r\n".toCharArray()) {
                slow.send(String.valueOf(letter));
            }
            slow.expect("MSG a.b 1 r 5\r\nhello\r\n");
        }
    }

    @Test
    void aMessageLargerThanTheBufferMayComeInPieces() throws Exception {
        String payload = "0123456789".repeat(30_000);
        try (Broker broker = Broker.start(DEFAULTS);
                RawClient client = RawClient.quiet(broker.port())) {
            client.send("SUB a 1\r\nPUB a " + payload.length() + "\r\n");
            for (int from = 0; from < payload.length(); from += 37_000) {
                client.send(payload.substring(from, Math.min(payload.length(), from + 37_000)));
            }
            client.send("\r\nPING\r\n");
            client.expect("MSG a 1 " + payload.length() + "\r\n" + payload + "\r\nPONG\r\n");
        }
    }

    @Test
    void aClientThatLeavesInTheMiddleOfAMessageLeavesNothing() throws Exception {
        try (Broker broker = Broker.start(DEFAULTS)) {
            for (int round = 0; round < 50; round++) {
                try (RawClient client = RawClient.quiet(broker.port())) {
                    client.send("SUB a." + round + " 1\r\nPUB a 500000\r\nonly this");
                }
            }
            Eventually.until(SOON, "all left", () -> broker.connections().isEmpty());
            assertThat(broker.subscriptions()).isEmpty();
            assertThat(broker.statistics().subscriptions()).isZero();
        }
    }

    @Test
    void whoNeverReadsIsLetGoAndTheOthersReceiveEverything() throws Exception {
        int count = 400;
        byte[] message = ("PUB a 65536\r\n" + "x".repeat(65_536) + "\r\n").getBytes(ISO_8859_1);
        try (Broker broker = Broker.start(limited(8 << 20, 64 << 20, 10));
                RawClient deaf = RawClient.quiet(broker.port());
                RawClient attentive = RawClient.quiet(broker.port());
                RawClient publisher = RawClient.quiet(broker.port())) {
            deaf.send("SUB a 1\r\n").sync();
            attentive.send("SUB a 1\r\n").sync();
            // Never more at once than may wait: however late it reads, it is not the slow one.
            Semaphore ahead = new Semaphore(32);
            Thread reader = Thread.ofPlatform().start(() -> readAll(attentive, count, ahead));
            for (int number = 0; number < count; number++) {
                assertThat(ahead.tryAcquire(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
                publisher.send(message);
            }
            publisher.sync();
            assertThat(reader.join(SOON)).isTrue();
            Eventually.until(SOON, "the deaf one is gone", () -> broker.connections().size() == 2);
            assertThat(broker.statistics().slowConsumers()).isEqualTo(1);
            assertThat(broker.connections()).noneMatch(each -> each.pendingBytes() > 8 << 20);
            attentive.sync();
        }
    }

    private static void readAll(RawClient client, int count, Semaphore ahead) {
        try {
            for (int number = 0; number < count; number++) {
                client.in().skipNBytes(65_553);
                ahead.release();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whoHoldsMostIsLetGoWhenMemoryForAllRunsOut() throws Exception {
        byte[] message = ("PUB a 100000\r\n" + "x".repeat(100_000) + "\r\n").getBytes(ISO_8859_1);
        try (Broker broker = Broker.start(limited(1 << 30, 4 << 20, 10));
                RawClient deaf = RawClient.quiet(broker.port());
                RawClient publisher = RawClient.quiet(broker.port())) {
            deaf.send("SUB a 1\r\n").sync();
            for (int number = 0; number < 300; number++) {
                publisher.send(message);
            }
            publisher.sync();
            Eventually.until(SOON, "it is gone", () -> broker.connections().size() == 1);
            assertThat(broker.statistics().slowConsumers()).isEqualTo(1);
            works(broker);
        }
    }

    @Test
    void whoTakesNothingWithinTheWriteDeadlineIsLetGo() throws Exception {
        byte[] message =
                ("PUB a 1000000\r\n" + "x".repeat(1_000_000) + "\r\n").getBytes(ISO_8859_1);
        BrokerOptions options = timing(Duration.ofMinutes(2), Duration.ofMillis(200));
        try (Broker broker = Broker.start(options);
                RawClient deaf = RawClient.quiet(broker.port());
                RawClient publisher = RawClient.quiet(broker.port())) {
            deaf.send("SUB a 1\r\n").sync();
            for (int number = 0; number < 20; number++) {
                publisher.send(message);
            }
            publisher.sync();
            Eventually.until(SOON, "it is gone", () -> broker.connections().size() == 1);
            assertThat(broker.statistics().slowConsumers()).isEqualTo(1);
            publisher.sync();
        }
    }

    @Test
    void whoAnswersNoPingIsStale() throws Exception {
        BrokerOptions options = timing(Duration.ofMillis(50), Duration.ofSeconds(10));
        try (Broker broker = Broker.start(options);
                RawClient silent = RawClient.connect(broker.port())) {
            silent.send(RawClient.QUIET);
            assertThat(silent.rest()).isEqualTo("PING\r\nPING\r\n-ERR 'Stale Connection'\r\n<end>");
        }
    }

    @Test
    void whoAnswersPingsStays() throws Exception {
        // One that does not run for four seconds is still taken for alive.
        BrokerOptions options = timing(Duration.ofMillis(500), 8, Duration.ofSeconds(10));
        try (Broker broker = Broker.start(options);
                RawClient alive = RawClient.connect(broker.port())) {
            alive.send(RawClient.QUIET);
            // More than may go unanswered.
            for (int round = 0; round < 10; round++) {
                alive.expect("PING\r\n").send("PONG\r\n");
            }
        }
    }

    @Test
    void oneTooManyIsToldSo() throws Exception {
        BrokerOptions options = limited(8 << 20, 64 << 20, 2);
        try (Broker broker = Broker.start(options);
                RawClient one = RawClient.quiet(broker.port());
                RawClient two = RawClient.quiet(broker.port());
                RawClient three = RawClient.connect(broker.port())) {
            assertThat(three.info()).startsWith("INFO {");
            assertThat(three.rest()).isEqualTo("-ERR 'maximum connections exceeded'\r\n<end>");
            one.sync();
            two.sync();
        }
    }

    @Test
    void twoHundredClientsTalkAtOnce() throws Exception {
        try (Broker broker = Broker.start(DEFAULTS)) {
            List<RawClient> clients = new ArrayList<>();
            for (int index = 0; index < 200; index++) {
                clients.add(
                        RawClient.quiet(broker.port())
                                .send("SUB all 1\r\nSUB to." + index + " 2\r\n"));
            }
            for (RawClient client : clients) {
                client.sync();
            }
            clients.getFirst().send("PUB all 2\r\nhi\r\n");
            for (int index = 0; index < 200; index++) {
                clients.get(index).expect("MSG all 1 2\r\nhi\r\n");
            }
            for (int index = 0; index < 200; index++) {
                int other = (index * 7 + 1) % 200;
                clients.get(index).send("PUB to." + other + " 1\r\n" + index % 10 + "\r\n");
                clients.get(other).expect("MSG to." + other + " 2 1\r\n" + index % 10 + "\r\n");
            }
            assertThat(broker.connections()).hasSize(200);
            assertThat(broker.statistics().subscriptions()).isEqualTo(400);
            for (RawClient client : clients) {
                client.close();
            }
            Eventually.until(SOON, "all left", () -> broker.connections().isEmpty());
            assertThat(broker.statistics().subscriptions()).isZero();
            works(broker);
        }
    }

    @Test
    void aPortInUseIsAClearErrorAndLeavesNothing() {
        try (Broker broker = Broker.start(DEFAULTS)) {
            assertThatThrownBy(() -> Broker.start(DEFAULTS.withPort(broker.port())))
                    .hasMessageStartingWith(
                            "cannot listen for bus clients at 127.0.0.1:" + broker.port())
                    .hasMessageEndingWith("choose another address or port");
        }
    }

    @Test
    void closingTwiceIsClosingOnce() throws Exception {
        Broker broker = Broker.start(DEFAULTS);
        try (RawClient client = RawClient.quiet(broker.port())) {
            broker.close();
            broker.close();
            assertThat(client.rest()).isEqualTo("<end>");
        }
    }

    @Test
    void aLameDuckSaysSoAndClosesItsClients() throws Exception {
        Broker broker = Broker.start(DEFAULTS);
        try (RawClient modern = RawClient.connect(broker.port());
                RawClient old = RawClient.quiet(broker.port())) {
            modern.send("CONNECT {\"verbose\":false,\"protocol\":1}\r\n").sync();
            broker.lameDuck(Duration.ofMillis(50), Duration.ofMillis(20));
            assertThat(modern.rest())
                    .startsWith("INFO {")
                    .contains("\"ldm\":true")
                    .endsWith("<end>");
            assertThat(old.rest()).isEqualTo("<end>");
        }
    }
}
