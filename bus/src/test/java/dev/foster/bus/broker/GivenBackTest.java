package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What clients cost is gone with them. */
class GivenBackTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final long MIB = 1 << 20;
    private static final int KEPT_CHUNKS = 4;

    private Leaks before;

    @BeforeEach
    void snapshot() {
        before = Snapshots.take();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static BrokerOptions limited(int payload, long pending, long memory) {
        BrokerOptions defaults = BrokerOptions.defaults().withLoops(2);
        BrokerOptions.Limits limits = defaults.limits();
        return defaults.withLimits(
                new BrokerOptions.Limits(
                        payload,
                        limits.controlLine(),
                        pending,
                        memory,
                        limits.connections(),
                        limits.subscriptions()));
    }

    /** What is reachable, in MiB. */
    @SuppressWarnings("SystemGC") // the one way to know what is held
    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB;
    }

    private static void publish(RawClient client, String subject, int size) throws IOException {
        client.send("PUB " + subject + " " + size + "\r\n").send(new byte[size]).send("\r\n");
    }

    @Test
    void slowConsumersTakeTheirBuffersAlong() throws Exception {
        try (Broker broker = Broker.start(limited(1 << 20, 8 * MIB, 160 * MIB));
                RawClient publisher = RawClient.quiet(broker.port())) {
            long atFirst = heap();
            List<RawClient> deaf = new ArrayList<>();
            for (int number = 0; number < 10; number++) {
                deaf.add(RawClient.quiet(broker.port()).send("SUB a 1\r\n").sync());
            }
            for (int number = 0; number < 40; number++) {
                publish(publisher, "a", 1 << 20);
            }
            publisher.sync();
            Eventually.until(SOON, "they are gone", () -> broker.connections().size() == 1);
            assertThat(broker.statistics().slowConsumers()).isEqualTo(10);
            Eventually.until(
                    SOON, "their memory is free", () -> heap() <= atFirst + KEPT_CHUNKS + 4);
            for (RawClient each : deaf) {
                each.close();
            }
        }
    }

    /** Those who publish remember who receives; not for longer than there is somebody. */
    @Test
    void whoeverWantedVeryMuchIsForgottenWhenItLeaves() throws Exception {
        String pad = "s".repeat(200);
        try (Broker broker = Broker.start(BrokerOptions.defaults().withLoops(2));
                RawClient publisher = RawClient.quiet(broker.port())) {
            long atFirst = heap();
            try (RawClient greedy = RawClient.quiet(broker.port())) {
                wish(greedy, "SUB " + pad);
                publisher.send("PUB other 0\r\n\r\nPUB " + pad + " 0\r\n\r\n").sync();
                assertThat(heap()).isGreaterThan(atFirst + 15);
            }
            Eventually.until(SOON, "it left", () -> broker.connections().size() == 1);
            Eventually.until(SOON, "its memory is free", () -> heap() <= atFirst + KEPT_CHUNKS + 4);
            publisher.sync();
        }
    }

    @Test
    void aSubjectWithManyReceiversIsNotRememberedManyTimes() throws Exception {
        Thread reader;
        try (Broker broker = Broker.start(BrokerOptions.defaults().withLoops(1));
                RawClient greedy = RawClient.quiet(broker.port());
                RawClient publisher = RawClient.quiet(broker.port())) {
            // In one group: one of them receives, all are remembered.
            wish(greedy, "SUB > q");
            long atFirst = heap();
            StringBuilder said = new StringBuilder();
            for (int number = 0; number < 1000; number++) {
                said.append("PUB s.").append(number).append(" 0\r\n\r\n");
            }
            reader = Thread.ofPlatform().start(() -> drain(greedy));
            publisher.send(said.toString()).sync();
            assertThat(heap()).isLessThan(atFirst + 20);
        }
        assertThat(reader.join(SOON)).isTrue();
    }

    private static void wish(RawClient client, String what) throws IOException {
        StringBuilder wishes = new StringBuilder();
        for (int number = 0; number < 50_000; number++) {
            wishes.append(what).append(' ').append(number).append("\r\n");
        }
        client.send(wishes.toString()).sync();
    }

    private static void drain(RawClient client) {
        try {
            while (client.in().read() >= 0) {
                // It keeps up.
            }
        } catch (IOException closed) {
            // So did the broker.
        }
    }

    /** Halves of messages are held as well, for as long as their client likes. */
    @Test
    void whoBeginsMessagesAndEndsNoneHasNoMoreMemoryThanOthers() throws Exception {
        byte[] most = "x".repeat(1_000_000).getBytes(ISO_8859_1);
        try (Broker broker = Broker.start(limited(1 << 20, 8 * MIB, 8 * MIB))) {
            List<RawClient> slow = new ArrayList<>();
            for (int number = 0; number < 40; number++) {
                slow.add(RawClient.quiet(broker.port()).send("PUB a 1048576\r\n").send(most));
            }
            Eventually.until(SOON, "some had to go", () -> broker.connections().size() <= 13);
            assertThat(slow.getLast().rest()).isEqualTo("-ERR 'insufficient resources'\r\n<end>");
            for (RawClient each : slow) {
                each.close();
            }
            Eventually.until(SOON, "all left", () -> broker.connections().isEmpty());
            try (RawClient after = RawClient.quiet(broker.port())) {
                publish(after.send("SUB a 1\r\n"), "a", 1 << 20);
                after.expect("MSG a 1 1048576\r\n");
            }
        }
    }
}
