package dev.foster.sdk.bus;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A new process takes over from an old one under load, and nobody who asks can tell. */
@SuppressWarnings("try") // A connection may be interrupted while it closes; a test then fails.
class HandOverTest {
    private static final int ROUNDS = 4;

    @ParameterizedTest
    @MethodSource("dev.foster.sdk.bus.TestBus#all")
    void nothingIsLostAndNothingIsDoneTwice(TestBus bus) throws Exception {
        Leaks before = Leaks.snapshot();
        try (bus) {
            bus.start();
            try (Connection host = bus.connect()) {
                handOver(host, bus);
            }
        }
        before.assertNothingLeft();
    }

    private static void handOver(Connection host, TestBus bus) throws Exception {
        var answers = new ConcurrentHashMap<Integer, AtomicInteger>();
        Dispatcher answered =
                host.createDispatcher(
                        message -> {
                            // What nobody took comes back as a status without data.
                            if (!message.isStatusMessage()) {
                                String text = new String(message.getData(), UTF_8);
                                int number =
                                        Integer.parseInt(text.substring(text.indexOf(' ') + 1));
                                answers.computeIfAbsent(number, _ -> new AtomicInteger())
                                        .incrementAndGet();
                            }
                        });
        answered.subscribe("answers");
        host.flush(PluginProcess.SOON);
        var asked = new AtomicInteger();
        var going = new AtomicBoolean(true);
        PluginProcess current = start(host, bus);
        Thread load = Thread.ofPlatform().start(() -> ask(host, asked, going));
        for (int round = 0; round < ROUNDS; round++) {
            PluginProcess next = start(host, bus);
            current.signal("TERM");
            assertThat(current.exitCode()).as("%s", current.errors()).isZero();
            current.close();
            current = next;
        }
        Eventually.until(PluginProcess.SOON, "there was a load", () -> asked.get() > 500);
        going.set(false);
        load.join();
        Eventually.within(PluginProcess.SOON, () -> answers.size() == asked.get());
        current.signal("TERM");
        assertThat(current.exitCode()).isZero();
        current.close();
        assertThat(answers.keySet()).hasSize(asked.get());
        assertThat(answers.values()).allMatch(times -> times.get() == 1);
    }

    private static PluginProcess start(Connection host, TestBus bus) throws Exception {
        return PluginProcess.startReady(host, PluginProcess.environment(bus), Samples.Echo.class);
    }

    private static void ask(Connection host, AtomicInteger asked, AtomicBoolean going) {
        while (going.get()) {
            host.publish("echo", "answers", ("" + asked.getAndIncrement()).getBytes(UTF_8));
            LockSupport.parkNanos(1_000_000);
        }
    }
}
