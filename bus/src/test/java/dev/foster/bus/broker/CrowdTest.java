package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Many clients on several event loops at once. */
class CrowdTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final BrokerOptions OPTIONS = BrokerOptions.defaults().withLoops(3);

    private Leaks before;

    @BeforeEach
    void snapshot() {
        before = Snapshots.take();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static Thread thread(List<Thread> all, Work work) {
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        work.run();
                                    } catch (IOException e) {
                                        throw new UncheckedIOException(e);
                                    }
                                });
        all.add(thread);
        return thread;
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void await(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            assertThat(thread.join(SOON)).isTrue();
        }
    }

    @Test
    void aLimitIsKeptHoweverManyPublishAtOnce() throws Exception {
        int limit = 500;
        String message = "MSG a 1 1\r\nx\r\n";
        List<Thread> threads = new ArrayList<>();
        List<RawClient> receivers = new ArrayList<>();
        try (Broker broker = Broker.start(OPTIONS)) {
            for (int index = 0; index < 5; index++) {
                receivers.add(
                        RawClient.quiet(broker.port())
                                .send("SUB a 1\r\nUNSUB 1 " + limit + "\r\n")
                                .sync());
            }
            for (int index = 0; index < 4; index++) {
                thread(
                        threads,
                        () -> {
                            try (RawClient publisher = RawClient.quiet(broker.port())) {
                                publisher.send("PUB a 1\r\nx\r\n".repeat(limit)).sync();
                            }
                        });
            }
            await(threads);
            for (RawClient receiver : receivers) {
                receiver.expect(message.repeat(limit)).sync();
                receiver.close();
            }
            assertThat(broker.statistics().subscriptions()).isZero();
        }
    }

    @Test
    void subscriptionsThatComeAndGoNeverDisturbTheOnesThatStay() throws Exception {
        int count = 3_000;
        List<Thread> threads = new ArrayList<>();
        try (Broker broker = Broker.start(OPTIONS);
                RawClient staying = RawClient.quiet(broker.port())) {
            staying.send("SUB a.* 9\r\n").sync();
            for (int index = 0; index < 3; index++) {
                thread(
                        threads,
                        () -> {
                            try (RawClient restless = RawClient.quiet(broker.port())) {
                                restless.send(
                                        "SUB b.> 1\r\nUNSUB 1\r\nSUB a.c q 2\r\nUNSUB 2\r\n"
                                                .repeat(500));
                            }
                        });
            }
            thread(
                    threads,
                    () -> {
                        try (RawClient publisher = RawClient.quiet(broker.port())) {
                            publisher.send("PUB a.b 1\r\nx\r\n".repeat(count)).sync();
                        }
                    });
            staying.expect("MSG a.b 9 1\r\nx\r\n".repeat(count)).sync();
            await(threads);
            Eventually.until(SOON, "the others left", () -> broker.connections().size() == 1);
            assertThat(broker.statistics().subscriptions()).isEqualTo(1);
        }
    }

    @Test
    void closingUnderLoadEndsEverything() throws Exception {
        List<Thread> threads = new ArrayList<>();
        Broker broker = Broker.start(OPTIONS);
        for (int index = 0; index < 6; index++) {
            thread(
                    threads,
                    () -> {
                        try (RawClient client = RawClient.connect(broker.port())) {
                            client.send(RawClient.QUIET + "SUB a 1\r\n");
                            byte[] read = new byte[8192];
                            while (client.in().read(read) >= 0) {
                                client.send("PUB a 5\r\nhello\r\n");
                            }
                        } catch (SocketException e) {
                            assertThat(e).hasMessageContaining("reset");
                        }
                    });
        }
        try (RawClient starter = RawClient.quiet(broker.port())) {
            Eventually.until(SOON, "all are there", () -> broker.statistics().subscriptions() == 6);
            starter.send("PUB a 5\r\nstart\r\n");
            Eventually.until(
                    SOON, "there is traffic", () -> broker.statistics().messagesOut() > 5_000);
            long begin = System.nanoTime();
            broker.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(Duration.ofSeconds(15));
            await(threads);
        }
        assertThat(broker.connections()).isEmpty();
        assertThat(broker.statistics().subscriptions()).isZero();
    }
}
