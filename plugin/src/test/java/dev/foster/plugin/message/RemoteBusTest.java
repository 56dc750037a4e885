package dev.foster.plugin.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.ProcessEngine;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.NatsAccounts;
import dev.foster.testkit.NatsServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A bus of somebody else that goes away, comes back, and may have changed by then. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RemoteBusTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String OLD = "authorization: {token: old}\n";
    private static final String NEW = "authorization: {token: new}\n";

    private final Leaks leaks = Leaks.snapshot();
    private ProcessEngine engine;
    @TempDir private Path folder;

    @BeforeEach
    void engine() {
        Assumptions.assumeTrue(NatsServer.program().isPresent(), "no nats-server here");
        engine = ProcessEngine.start();
    }

    @AfterEach
    void nothingIsLeft() {
        engine.close();
        leaks.assertNothingLeft();
    }

    private static NatsServer server(String configuration) {
        return NatsServer.start(NatsServer.program().orElseThrow(), configuration);
    }

    private static BusEntry token(NatsServer server, String token) {
        return new BusEntry(
                List.of(server.url()),
                Optional.empty(),
                Optional.of(token),
                Optional.empty(),
                Optional.empty());
    }

    private static BusEntry credentials(NatsServer server, Path file) {
        return new BusEntry(
                List.of(server.url()),
                Optional.empty(),
                Optional.empty(),
                Optional.of(file),
                Optional.empty());
    }

    // ---- credentials ----

    @Test
    void aServerWithAccountsLetsTheHostIn() throws Exception {
        var accounts = NatsAccounts.make();
        Path file = Files.writeString(folder.resolve("host.creds"), accounts.user("host"));
        try (var server = server(accounts.configuration());
                var bus = new RemoteBus(credentials(server, file))) {
            var heard = new CopyOnWriteArrayList<String>();
            bus.listen("a.b", Optional.empty(), message -> heard.add(message.getSubject()));
            bus.connection(SOON).publish("a.b", new byte[0]);
            Eventually.until(SOON, "it is heard", () -> heard.contains("a.b"));
        }
    }

    @Test
    void credentialsThatAreRenewedLetTheHostInWithoutAnybodysDoing() throws Exception {
        var accounts = NatsAccounts.make();
        Path file = folder.resolve("host.creds");
        try (var server = server(accounts.configuration());
                var bus = new RemoteBus(credentials(server, file))) {
            Eventually.until(
                    SOON, "the file is missed", () -> away(bus).contains("cannot use " + file));
            Files.writeString(file, NatsAccounts.make().user("host"));
            Eventually.until(
                    SOON, "the user is refused", () -> away(bus).contains("does not let us in"));
            Files.writeString(file, accounts.user("host"));
            bus.connection(SOON);
        }
    }

    private static String away(MessageBus bus) {
        try {
            bus.connection(Duration.ZERO);
            return "";
        } catch (BusAway away) {
            return String.valueOf(away.getMessage());
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    // ---- servers that come back ----

    @Test
    void aPluginThatStartsWhileTheServerIsAwayWaitsAndLosesNoRestart() throws Exception {
        try (var server = server("");
                var bus = new RemoteBus(BusEntry.open(List.of(server.url())));
                var stage = new MessageStage(engine, bus, folder)) {
            stage.start();
            long first = stage.await(ProcessStatus::ready).pid().orElseThrow();
            server.stop();
            assertThat(ProcessHandle.of(first).orElseThrow().destroyForcibly()).isTrue();
            ProcessStatus waiting = stage.await(state -> state.word() == Word.WAITING);
            assertThat(waiting.reason())
                    .startsWith("waiting for the bus at " + server.url() + ": ");
            stage.awaitTold(ProcessEventKind.WAITING, waiting.reason());
            // Longer than the old five restarts took to be used up by one that never started.
            assertThat(
                            Eventually.within(
                                    Duration.ofSeconds(8),
                                    () ->
                                            stage.supervisor().state("bot").orElseThrow().restarts()
                                                    > 1))
                    .isFalse();
            server.startAgain();
            assertThat(stage.await(ProcessStatus::ready).restarts()).isEqualTo(1);
        }
    }

    @Test
    void aServerThatComesBackWithAnotherTokenBlocksThePluginUntilItIsEnteredWithIt()
            throws Exception {
        var old = server(OLD);
        try (var bus = new RemoteBus(token(old, "old"));
                var stage = new MessageStage(engine, bus, folder)) {
            stage.start();
            stage.await(ProcessStatus::ready);
            old.close();
            try (var server =
                    NatsServer.startAt(NatsServer.program().orElseThrow(), old.port(), NEW)) {
                stage.supervisor().restart(List.of("bot"), "test");
                ProcessStatus blocked = stage.await(state -> state.word() == Word.BLOCKED);
                assertThat(blocked.reason())
                        .isEqualTo(
                                "waiting for the bus at "
                                        + server.url()
                                        + ": it does not let us in; correct how we come in below"
                                        + " bus, then foster reload");
                assertThatThrownBy(() -> bus.connection(Duration.ZERO))
                        .isInstanceOf(BusAway.class)
                        .hasMessageContaining("it does not let us in");
                bus.enter(token(server, "new"));
                ProcessStatus again = stage.await(ProcessStatus::ready);
                assertThat(again.restarts()).as("nothing of it was its failure").isZero();
                stage.health("{\"ok\":false,\"why\":\"it is asked again\"}");
                stage.awaitTold(ProcessEventKind.UNHEALTHY, "it is asked again");
            }
        }
    }

    @Test
    void aServerThatTakesTheOldTokenAgainIsFoundAgain() throws Exception {
        var old = server(OLD);
        try (var bus = new RemoteBus(token(old, "old"))) {
            var heard = new CopyOnWriteArrayList<String>();
            bus.listen("a", Optional.of("q"), message -> heard.add(message.getSubject()));
            bus.connection(SOON);
            old.close();
            var program = NatsServer.program().orElseThrow();
            try (var _ = NatsServer.startAt(program, old.port(), NEW)) {
                Eventually.until(SOON, "it is refused", () -> away(bus).contains("not let us in"));
            }
            Eventually.until(SOON, "it is away", () -> !away(bus).contains("not let us in"));
            try (var _ = NatsServer.startAt(program, old.port(), OLD)) {
                bus.connection(SOON).publish("a", new byte[0]);
                Eventually.until(SOON, "what was listened to is heard", () -> heard.contains("a"));
                bus.flush(SOON);
                assertThat(heard).as("each message once").hasSize(1);
            }
        }
    }

    @Test
    void aPluginThatWaitsForTheBusIsStoppedAtOnce() throws IOException {
        try (var bus = new RemoteBus(BusEntry.open(List.of("nats://127.0.0.1:1")));
                var stage = new MessageStage(engine, bus, folder)) {
            stage.start();
            stage.await(state -> state.word() == Word.WAITING);
            long asked = System.nanoTime();
            stage.supervisor().stop(List.of("bot"), "test");
            stage.await(state -> state.word() == Word.STOPPED);
            assertThat(Duration.ofNanos(System.nanoTime() - asked))
                    .as("without its time for a stop")
                    .isLessThan(Duration.ofSeconds(8));
        }
    }
}
