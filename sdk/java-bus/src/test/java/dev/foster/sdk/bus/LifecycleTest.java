package dev.foster.sdk.bus;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import io.nats.client.Connection;
import io.nats.client.Message;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The life of a plugin, in a process of its own, as its host sees it. */
@ParameterizedClass
@MethodSource("dev.foster.sdk.bus.TestBus#all")
class LifecycleTest {
    private final TestBus bus;
    private Leaks before;
    private Connection host;

    LifecycleTest(TestBus bus) {
        this.bus = bus;
    }

    @BeforeEach
    void begin() throws Exception {
        before = Leaks.snapshot();
        bus.start();
        host = bus.connect();
    }

    @AfterEach
    void end() throws Exception {
        host.close();
        bus.stop();
        before.assertNothingLeft();
    }

    private PluginProcess start(Class<?> plugin, String... more) throws Exception {
        return PluginProcess.startReady(host, PluginProcess.environment(bus), plugin, more);
    }

    private String ask(String subject, String text) throws Exception {
        Message answer =
                Objects.requireNonNull(
                        host.request(subject, text.getBytes(UTF_8), PluginProcess.SOON),
                        "no answer");
        return new String(answer.getData(), UTF_8);
    }

    @Test
    void itSaysWhoItIsWhenItIsReady() throws Exception {
        Map<String, String> environment = PluginProcess.environment(bus);
        try (var plugin = PluginProcess.startReady(host, environment, Samples.Echo.class)) {
            assertThat(Json.read(plugin.ready()))
                    .isEqualTo(
                            Map.of(
                                    "plugin",
                                    "sample",
                                    "run",
                                    environment.get("FOSTER_PLUGIN_RUN"),
                                    "pid",
                                    plugin.pid(),
                                    "subjects",
                                    List.of("echo", "foster.command.echo.say", "surroundings"),
                                    "description",
                                    "repeats what it hears",
                                    "version",
                                    "1.2.3",
                                    "runner",
                                    "java 0.1.0"));
            // Who hears it may ask at once.
            assertThat(ask("echo", "a")).isEqualTo(plugin.pid() + " a");
        }
    }

    @Test
    void itGetsItsConfigurationAndArguments() throws Exception {
        Map<String, String> environment = PluginProcess.environment(bus);
        environment.put("FOSTER_PLUGIN_CONFIG", "{\"sides\": 6, \"names\": [\"a\"]}");
        try (var _ =
                PluginProcess.startReady(host, environment, Samples.Echo.class, "--", "x", "y")) {
            assertThat(Json.read(ask("surroundings", "")))
                    .isEqualTo(
                            Map.of(
                                    "id",
                                    "sample",
                                    "config",
                                    Map.of("sides", 6L, "names", List.of("a")),
                                    "arguments",
                                    List.of("x", "y")));
        }
    }

    @Test
    void itTellsWhetherItIsWell() throws Exception {
        try (var plugin = start(Samples.Ailing.class)) {
            assertThat(ask(plugin.subject("ask"), "{}")).isEqualTo("{\"ok\":true}");
            assertThat(Json.read(ask(plugin.subject("ask"), "{}")))
                    .isEqualTo(Map.of("ok", false, "why", "a headache"));
            assertThat(Json.read(ask(plugin.subject("ask"), "{}")))
                    .isEqualTo(Map.of("ok", false, "why", "no voice (IllegalStateException)"));
        }
    }

    @Test
    void aHandlerThatFailsIsToldWithItsTraceAndTheNextMessageIsHandled() throws Exception {
        try (var plugin = start(Samples.Clumsy.class)) {
            assertThat(plugin.ready()).contains("\"subjects\":[\"clumsy\"]");
            host.publish("clumsy", "exception".getBytes(UTF_8));
            host.publish("clumsy", "error".getBytes(UTF_8));
            assertThat(ask("clumsy", "")).isEqualTo("still here");
            plugin.awaitError("cannot handle a message on clumsy: broke it (AssertionError); see");
            assertThat(plugin.errors())
                    .contains("java.lang.IllegalStateException: dropped it")
                    .anyMatch(line -> line.contains("at dev.foster.sdk.bus.Samples$Clumsy"));
        }
    }

    @Test
    void aMessageOnItsStopSubjectEndsIt() throws Exception {
        try (var plugin = start(Samples.Echo.class)) {
            host.publish(plugin.subject("stop"), new byte[0]);
            assertThat(plugin.exitCode()).as("%s", plugin.errors()).isZero();
            assertThat(plugin.output()).containsExactly("echo is shut down");
            assertThat(plugin.errors()).isEmpty();
        }
    }

    @Test
    void theEndOfItsInputEndsItWhereTheHostWantsThat() throws Exception {
        Map<String, String> environment = PluginProcess.environment(bus);
        environment.put("FOSTER_STOP_ON_EOF", "1");
        try (var plugin = PluginProcess.startReady(host, environment, Samples.Echo.class)) {
            plugin.endInput();
            assertThat(plugin.exitCode()).as("%s", plugin.errors()).isZero();
        }
    }

    @Test
    void everythingThatReachedItIsAnsweredBeforeItEnds() throws Exception {
        Map<String, String> environment = PluginProcess.environment(bus);
        environment.put("FOSTER_PLUGIN_CONFIG", "{\"pause\": 5}");
        try (var plugin = PluginProcess.startReady(host, environment, Samples.Echo.class)) {
            var questions = new ArrayList<CompletableFuture<Message>>();
            for (int number = 0; number < 200; number++) {
                questions.add(host.request("echo", ("" + number).getBytes(UTF_8)));
            }
            host.flush(PluginProcess.SOON);
            var _ = questions.getFirst().get();
            plugin.signal("TERM");
            for (CompletableFuture<Message> each : questions) {
                assertThat(each.get().getData()).isNotEmpty();
            }
            assertThat(plugin.exitCode()).as("%s", plugin.errors()).isZero();
            assertThat(nobodyAnswers("echo")).isTrue();
        }
    }

    private boolean nobodyAnswers(String subject) throws Exception {
        try {
            var _ = host.request(subject, new byte[0]).get();
            return false;
        } catch (CancellationException | ExecutionException nobody) {
            return true;
        }
    }

    @Test
    void whatItClosesAgainInItsShutdownIsNoError() throws Exception {
        try (var plugin = start(Samples.Tidy.class)) {
            for (int number = 0; number < 50; number++) {
                host.publish("tidy", new byte[0]);
            }
            host.flush(PluginProcess.SOON);
            plugin.signal("INT");
            assertThat(plugin.exitCode()).as("%s", plugin.errors()).isZero();
            assertThat(plugin.output()).containsExactly("handled 50");
            assertThat(plugin.errors()).isEmpty();
        }
    }

    @Test
    void aBusThatRestartsFindsItsPluginBack() throws Exception {
        try (var plugin = start(Samples.Echo.class)) {
            for (int round = 0; round < 3; round++) {
                bus.stop();
                plugin.awaitError("lost the bus; connecting again");
                bus.start();
                boolean back = Eventually.within(PluginProcess.SOON, () -> answers(plugin.pid()));
                assertThat(back)
                        .as("we are %s, it said %s", host.getStatus(), plugin.errors())
                        .isTrue();
            }
            plugin.signal("TERM");
            assertThat(plugin.exitCode()).as("%s", plugin.errors()).isZero();
            assertThat(plugin.errors()).contains("found the bus again");
        }
    }

    @Test
    void oneThatHasLostTheBusStillEndsInOrder() throws Exception {
        try (var plugin = start(Samples.Echo.class)) {
            bus.stop();
            plugin.awaitError("lost the bus; connecting again");
            plugin.signal("TERM");
            assertThat(plugin.exitCode()).as("%s", plugin.errors()).isZero();
            assertThat(plugin.output()).containsExactly("echo is shut down");
        }
    }

    private boolean answers(long pid) {
        try {
            Message answer = host.request("echo", "b".getBytes(UTF_8), Duration.ofSeconds(1));
            return answer != null && new String(answer.getData(), UTF_8).equals(pid + " b");
        } catch (InterruptedException | IllegalStateException notYet) {
            return false;
        }
    }
}
