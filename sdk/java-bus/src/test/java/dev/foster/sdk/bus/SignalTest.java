package dev.foster.sdk.bus;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import io.nats.client.Connection;
import io.nats.client.Message;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;

/** Signals, early, late and twice. */
class SignalTest {
    private final TestBus bus = new TestBus.Embedded();
    private Leaks before;
    private Connection host;

    @BeforeEach
    void begin() throws Exception {
        before = Leaks.snapshot();
        bus.start();
        host = bus.connect();
    }

    @AfterEach
    void end() throws Exception {
        host.close();
        bus.close();
        before.assertNothingLeft();
    }

    @Test
    void aSignalRightAfterReadyAlwaysEndsItInOrder() throws Exception {
        var codes = new ArrayList<Integer>();
        for (int round = 0; round < 20; round++) {
            var environment = PluginProcess.environment(bus);
            try (var plugin = PluginProcess.startReady(host, environment, Samples.Echo.class)) {
                plugin.signal(round % 2 == 0 ? "TERM" : "INT");
                codes.add(plugin.exitCode());
                assertThat(plugin.output()).containsExactly("echo is shut down");
            }
        }
        assertThat(codes).hasSize(20).containsOnly(0);
    }

    @Test
    void aSignalDuringTheStartEndsIt() throws Exception {
        try (var plugin = PluginProcess.start(PluginProcess.environment(bus), Samples.Slow.class)) {
            plugin.awaitError("begun");
            plugin.signal("TERM");
            assertThat(plugin.exitCode()).as("%s", plugin.errors()).isZero();
        }
    }

    @Test
    void theStopSubjectEndsItDuringTheStartAsWell() throws Exception {
        try (var plugin = PluginProcess.start(PluginProcess.environment(bus), Samples.Slow.class)) {
            plugin.awaitError("begun");
            assertThat(answer(plugin.subject("ask"))).contains("it is not initialized yet");
            host.publish(plugin.subject("stop"), new byte[0]);
            assertThat(plugin.exitCode()).as("%s", plugin.errors()).isZero();
        }
    }

    /** What it listens to may reach the bus after what it said on its output. */
    private String answer(String subject) throws InterruptedException {
        long end = System.nanoTime() + PluginProcess.SOON.toNanos();
        @Nullable Message answer = host.request(subject, new byte[0], PluginProcess.SOON);
        while (answer == null && System.nanoTime() < end) {
            answer = host.request(subject, new byte[0], PluginProcess.SOON);
        }
        return new String(Objects.requireNonNull(answer).getData(), UTF_8);
    }

    @Test
    void aSignalWhileThereIsNoBusEndsIt() throws Exception {
        Map<String, String> environment = PluginProcess.environment(bus);
        environment.put("FOSTER_BUS_SERVERS", "nats://127.0.0.1:1");
        try (var plugin = PluginProcess.start(environment, Samples.Witness.class)) {
            Eventually.until(
                    PluginProcess.SOON,
                    "it handles signals itself",
                    () -> catchesTerminate(plugin.pid()));
            plugin.signal("TERM");
            assertThat(plugin.exitCode()).as("%s", plugin.errors()).isZero();
            assertThat(plugin.output()).isEmpty();
        }
    }

    /** The connecting thread begins right after the signals are taken care of. */
    private static boolean catchesTerminate(long pid) {
        try (var threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return threads.anyMatch(
                    thread -> {
                        try {
                            return Files.readString(thread.resolve("comm"))
                                    .startsWith("foster-connect");
                        } catch (IOException gone) {
                            return false;
                        }
                    });
        } catch (IOException notYet) {
            return false;
        }
    }

    @Test
    void oneThatHearsNothingIsEndedWhenItsTimeIsOver() throws Exception {
        Map<String, String> environment = PluginProcess.environment(bus);
        environment.put("FOSTER_PLUGIN_DRAIN", "0.5");
        try (var plugin = PluginProcess.start(environment, Samples.Stubborn.class)) {
            plugin.awaitError("begun");
            plugin.signal("TERM");
            assertThat(plugin.exitCode()).isEqualTo(1);
            assertThat(plugin.errors().getLast())
                    .startsWith("cannot stop sample in order: it took too long; ");
        }
    }

    @Test
    void aShutdownThatNeverEndsIsCutOff() throws Exception {
        Map<String, String> environment = PluginProcess.environment(bus);
        // Time enough to begin with it; on a busy machine it may still begin while it is cut off.
        environment.put("FOSTER_PLUGIN_DRAIN", "2");
        try (var plugin = PluginProcess.startReady(host, environment, Samples.Lingering.class)) {
            plugin.signal("TERM");
            assertThat(plugin.exitCode()).isEqualTo(1);
            assertThat(plugin.errors())
                    .anyMatch(it -> it.startsWith("cannot stop sample in order: "));
        }
    }

    @Test
    void aSecondSignalEndsItAtOnce() throws Exception {
        for (String name : new String[] {"TERM", "INT"}) {
            var environment = PluginProcess.environment(bus);
            try (var plugin =
                    PluginProcess.startReady(host, environment, Samples.Lingering.class)) {
                plugin.signal("TERM");
                plugin.awaitError("ending");
                plugin.signal(name);
                assertThat(plugin.exitCode()).isEqualTo(name.equals("TERM") ? 143 : 130);
                assertThat(plugin.errors().getLast()).startsWith("cannot end in order: ");
            }
        }
    }

    @Test
    void aShutdownThatFailsIsTold() throws Exception {
        var environment = PluginProcess.environment(bus);
        try (var plugin = PluginProcess.startReady(host, environment, Samples.Grumbling.class)) {
            plugin.signal("TERM");
            assertThat(plugin.exitCode()).isEqualTo(1);
            assertThat(plugin.errors().getLast())
                    .isEqualTo(
                            "cannot shut down sample: not yet (IllegalStateException); see the"
                                    + " trace above");
        }
    }
}
