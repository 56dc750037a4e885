package dev.foster.plugin.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ProcessEngine;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.NatsServer;

import io.nats.client.Connection;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A message plugin from its start to its end, on a bus of our own and on a real one. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class MessageAttendantTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    // For an answer how it is, where silence is waited for.
    private static final Duration ANSWERED = Duration.ofSeconds(2);

    private final Leaks leaks = Leaks.snapshot();
    private ProcessEngine engine;
    @TempDir private Path folder;

    @BeforeEach
    void engine() {
        engine = ProcessEngine.start();
    }

    @AfterEach
    void nothingIsLeft() {
        engine.close();
        leaks.assertNothingLeft();
    }

    private static NatsServer server() {
        Assumptions.assumeTrue(NatsServer.program().isPresent(), "no nats-server here");
        return NatsServer.start(NatsServer.program().orElseThrow(), "");
    }

    private interface Scene {
        void play(MessageBus bus) throws Exception;
    }

    private void on(String kind, Scene scene) throws Exception {
        if (kind.equals("embedded")) {
            try (var bus = PatientBus.start()) {
                scene.play(bus);
            }
        } else {
            try (var server = server();
                    var bus = new RemoteBus(BusEntry.open(List.of(server.url())))) {
                scene.play(bus);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "nats-server"})
    void itIsReadyWhenItSaysSo(String kind) throws Exception {
        on(
                kind,
                bus -> {
                    try (var stage = new MessageStage(engine, bus, folder)) {
                        stage.start();
                        ProcessStatus state = stage.await(ProcessStatus::ready);
                        assertThat(stage.announced).hasSize(1);
                        ReadyMessage said = stage.announced.getFirst();
                        assertThat(said.pid()).isEqualTo(state.pid().orElseThrow());
                        assertThat(said.subjects()).containsExactly("some.thing");
                        assertThat(said.version()).contains("1.2.3");
                        stage.supervisor().stop(List.of("bot"), "test");
                        assertThat(stage.await(it -> it.pid().isEmpty()).lastExit().orElseThrow())
                                .matches(exit -> exit.clean(), "it ended well");
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "nats-server"})
    void readyIsNeverMissed(String kind) throws Exception {
        int starts = kind.equals("embedded") ? 200 : 50;
        on(
                kind,
                bus -> {
                    try (var stage = new MessageStage(engine, bus, folder)) {
                        stage.start();
                        stage.await(ProcessStatus::ready);
                        for (int i = 1; i < starts; i++) {
                            long before = stage.await(ProcessStatus::ready).run();
                            stage.supervisor().restart(List.of("bot"), "test");
                            stage.await(state -> state.run() > before && state.ready());
                        }
                        assertThat(stage.announced).hasSize(starts);
                        assertThat(stage.told)
                                .noneMatch(it -> it.kind() == ProcessEventKind.NOT_READY);
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "nats-server"})
    void itIsAskedHowItIs(String kind) throws Exception {
        on(
                kind,
                bus -> {
                    try (var stage = new MessageStage(engine, bus, folder)) {
                        stage.start();
                        stage.await(ProcessStatus::ready);
                        stage.health("{\"ok\":false,\"why\":\"it is tired\"}");
                        stage.awaitTold(ProcessEventKind.UNHEALTHY, "it is tired");
                    }
                });
    }

    @Test
    void whatItsRunnerCannotMendFailsAtOnceInTheRunnersWords() throws Exception {
        try (var bus = PatientBus.start();
                var stage = new MessageStage(engine, bus, folder)) {
            stage.program(
                    """
                    echo Traceback >&2
                    printf 'cannot import bot: No module named \\033[1mdice; add it\\n' >&2
                    echo 'thread 7 is gone' >&2
                    exit 11
                    """);
            stage.start();
            ProcessStatus state = stage.await(it -> it.word() == Word.FAILED);
            assertThat(state.reason())
                    .isEqualTo(
                            "cannot import bot: No module named \\u001b[1mdice; add it;"
                                    + " not retried, for that does not heal by itself");
            assertThat(state.restarts()).isZero();
        }
    }

    @Test
    void whatMayHealIsTriedAgainInTheRunnersWords() throws Exception {
        try (var bus = PatientBus.start();
                var stage = new MessageStage(engine, bus, folder)) {
            stage.program("echo 'cannot initialize bot: no database; start it' >&2; exit 15");
            stage.start();
            stage.awaitTold(
                    ProcessEventKind.RESTARTING, "cannot initialize bot: no database; start it");
        }
    }

    @Test
    void oneThatDoesNotSaySoEndsWithItsCode() throws Exception {
        try (var bus = PatientBus.start();
                var stage = new MessageStage(engine, bus, folder)) {
            stage.program("echo 'cannot go on' >&2; exit 3");
            stage.start();
            stage.awaitTold(ProcessEventKind.RESTARTING, "exit 3");
        }
    }

    @Test
    void aProgramThatIsNotThereFailsAtOnce() throws Exception {
        try (var bus = PatientBus.start();
                var stage = new MessageStage(engine, bus, folder)) {
            Files.delete(folder.resolve("plugin"));
            stage.start();
            assertThat(stage.await(it -> it.word() == Word.FAILED).reason())
                    .startsWith("cannot start bot: ")
                    .endsWith("not retried, for that does not heal by itself");
        }
    }

    @Test
    void theTimeForItsStartIsWhatItsManifestSays() throws Exception {
        try (var bus = PatientBus.start();
                var stage = new MessageStage(engine, bus, folder)) {
            stage.program("exec sleep 600");
            stage.start();
            stage.awaitTold(ProcessEventKind.NOT_READY, "not ready within 3 s");
        }
    }

    @Test
    void aBusThatIsAwayIsNoFaultOfThePlugin() throws Exception {
        try (var server = server();
                var bus = new RemoteBus(BusEntry.open(List.of(server.url())));
                var stage = new MessageStage(engine, bus, folder, ANSWERED)) {
            stage.start();
            ProcessStatus first = stage.await(ProcessStatus::ready);
            Connection connection = bus.connection(SOON);
            server.stop();
            Eventually.until(
                    SOON,
                    "the bus is missed",
                    () -> connection.getStatus() != Connection.Status.CONNECTED);
            // Longer than two questions take that nobody answers.
            assertThat(Eventually.within(Duration.ofSeconds(6), () -> isBlamed(stage))).isFalse();
            assertThat(stage.supervisor().state("bot").orElseThrow().pid()).isEqualTo(first.pid());
            // From now on it is blamed: this plugin does not look for a bus that it has lost.
            server.startAgain();
            Eventually.until(
                    SOON,
                    "the bus is back",
                    () -> connection.getStatus() == Connection.Status.CONNECTED);
        }
    }

    private static boolean isBlamed(MessageStage stage) {
        return stage.told.stream().anyMatch(it -> it.kind() == ProcessEventKind.UNHEALTHY);
    }

    @Test
    void aBusThatIsNotThereYetIsWaitedFor() throws Exception {
        try (var server = server()) {
            server.stop();
            try (var bus = new RemoteBus(BusEntry.open(List.of(server.url())));
                    var stage = new MessageStage(engine, bus, folder)) {
                stage.start();
                Eventually.until(SOON, "it waits", () -> !stage.progress.isEmpty());
                assertThat(stage.progress.getFirst())
                        .startsWith("cannot reach the bus at " + server.url())
                        .endsWith("; waiting for it");
                server.startAgain();
                assertThat(stage.await(ProcessStatus::ready).restarts()).isZero();
            }
        }
    }

    @Test
    void aPluginThatWaitsForTheBusCanBeStopped() throws IOException {
        try (var bus = new RemoteBus(BusEntry.open(List.of("nats://127.0.0.1:1")));
                var stage = new MessageStage(engine, bus, folder)) {
            stage.start();
            Eventually.until(SOON, "it waits", () -> !stage.progress.isEmpty());
            stage.supervisor().stop(List.of("bot"), "test");
            stage.await(state -> state.word() == ProcessStatus.Word.STOPPED);
        }
    }

    @Test
    void nothingStaysOnTheBusOfAStartThatWasGivenUp() throws Exception {
        List<String> done = new CopyOnWriteArrayList<>();
        try (var bus = PatientBus.start();
                var stage = new MessageStage(engine, deaf(bus, done), folder)) {
            stage.start();
            Eventually.until(SOON, "it waits for the servers", () -> done.contains("flush"));
            stage.supervisor().stop(List.of("bot"), "test");
            stage.await(state -> state.word() == ProcessStatus.Word.STOPPED);
            assertThat(done).containsSubsequence("admit", "flush", "dismiss");
        }
    }

    /** The same bus, whose servers never say that they know. */
    private static MessageBus deaf(MessageBus bus, List<String> done) {
        return (MessageBus)
                Proxy.newProxyInstance(
                        MessageBus.class.getClassLoader(),
                        new Class<?>[] {MessageBus.class},
                        (_, method, arguments) -> {
                            done.add(method.getName());
                            if (method.getName().equals("flush")) {
                                new CountDownLatch(1).await();
                            }
                            return method.invoke(bus, arguments);
                        });
    }
}
