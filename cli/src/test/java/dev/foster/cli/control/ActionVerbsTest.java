package dev.foster.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.FakeDaemon;
import dev.foster.control.ActionResult;
import dev.foster.control.ProcessState;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The verbs that change something, against a daemon whose processes do as the test says. */
@Timeout(60)
class ActionVerbsTest {
    @TempDir private Path folder;
    private Called called;
    private FakeDaemon daemon;

    @BeforeEach
    void start() {
        called = new Called(folder);
        daemon = called.daemon();
        daemon.put("web", ProcessState.STOPPED);
        daemon.put("worker", ProcessState.STOPPED);
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    @Test
    void startWaitsUntilAllAreReadyAndTellsTheirWay() {
        daemon.onCall =
                _ -> {
                    daemon.put("web", ProcessState.WAITING);
                    daemon.ready("worker", 2);
                };
        CompletableFuture<Integer> starting = called.begin("start", "w*");
        called.awaitErr("web: waiting");
        assertThat(starting).isNotDone();

        daemon.put("web", ProcessState.STARTING);
        called.awaitErr("web: starting");
        daemon.ready("web", 1);

        assertThat(Called.awaitEnd(starting)).isZero();
        assertThat(called.out()).isEqualTo("worker: running, pid 2\nweb: running, pid 1\n");
        assertThat(called.err()).isEqualTo("web: waiting\nweb: starting\n");
        assertThat(daemon.calls).containsExactly("start [web, worker] with dependencies");
    }

    @ParameterizedTest
    @ValueSource(strings = {"FAILED", "GAVE_UP", "BLOCKED", "STUCK", "STOPPED"})
    void aStartThatFailsIsAFailure(ProcessState end) {
        daemon.onCall = _ -> daemon.put("web", end);

        assertThat(called.run("start", "--no-deps", "web")).isEqualTo(1);

        assertThat(called.err())
                .isEqualTo("cannot start web: it is " + end.word() + "; see foster why web\n");
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(daemon.calls).containsExactly("start [web]");
    }

    @Test
    void oneThatCompletesHasStarted() {
        daemon.onCall = _ -> daemon.put("web", ProcessState.COMPLETED);

        assertThat(called.run("start", "web")).isZero();
    }

    @Test
    void startNeedNotWait() {
        assertThat(called.run("start", "--no-wait", "web")).isZero();
        assertThat(daemon.calls).hasSize(1);
    }

    @Test
    void aStartThatTakesTooLongIsTold() {
        daemon.onCall = _ -> daemon.put("web", ProcessState.STARTING);

        assertThat(called.run("start", "--timeout", "50ms", "web")).isEqualTo(124);

        assertThat(called.err())
                .endsWith("cannot start web within 50 ms: the time is over; see foster why web\n");
    }

    @Test
    void aDaemonThatGoesAwayEndsTheWait() {
        daemon.onCall = _ -> daemon.put("web", ProcessState.STARTING);
        CompletableFuture<Integer> starting = called.begin("start", "web");
        called.awaitErr("starting");

        daemon.goDown();

        assertThat(Called.awaitEnd(starting)).isEqualTo(3);
        assertThat(called.err()).contains("cannot start web: foster has ended meanwhile; ");
    }

    @Test
    void stopWaitsUntilTheyAreGone() {
        daemon.ready("web", 1);
        daemon.onCall = _ -> daemon.put("web", ProcessState.STOPPING);
        CompletableFuture<Integer> stopping = called.begin("stop", "--force", "web");
        called.awaitErr("web: stopping");

        daemon.put("web", ProcessState.STOPPED);

        assertThat(Called.awaitEnd(stopping)).isZero();
        assertThat(called.out()).isEqualTo("web: stopped\n");
        assertThat(daemon.calls).containsExactly("stop [web] by force");
    }

    @Test
    void oneThatCannotBeStoppedIsAFailure() {
        daemon.onCall = _ -> daemon.put("web", ProcessState.STUCK);

        assertThat(called.run("stop", "web")).isEqualTo(1);
        assertThat(called.err()).startsWith("cannot stop web: it is stuck");
    }

    @Test
    void restartWaitsForTheNewRun() {
        daemon.ready("web", 1);
        daemon.onCall = _ -> daemon.put("web", ProcessState.STOPPING);
        CompletableFuture<Integer> restarting = called.begin("restart", "web");
        called.awaitErr("web: stopping");

        daemon.put("web", ProcessState.STARTING);
        called.awaitErr("web: starting");
        daemon.ready("web", 2);

        assertThat(Called.awaitEnd(restarting)).isZero();
        assertThat(called.out()).isEqualTo("web: running, pid 2\n");
    }

    @ParameterizedTest
    @CsvSource({
        "ready,RUNNING,1",
        "ready,GAVE_UP,1",
        "ready,BLOCKED,1",
        "ready,COMPLETED,1",
        "stopped,STOPPED,0",
        "stopped,COMPLETED,0",
        "stopped,FAILED,0",
        "stopped,STUCK,1",
        "completed,COMPLETED,0",
        "completed,FAILED,1",
        "completed,GAVE_UP,1",
        "completed,BLOCKED,1"
    })
    void waitKnowsWhenThereIsNothingMoreToWaitFor(String goal, ProcessState state, int code) {
        if (state == ProcessState.RUNNING) {
            daemon.ready("web", 1);
        } else {
            daemon.put("web", state);
        }

        assertThat(called.run("wait", "web", "--for", goal))
                .isEqualTo(state == ProcessState.RUNNING ? 0 : code);
    }

    @Test
    void waitIsPatientWithWhatSomebodyMayStillStart() {
        CompletableFuture<Integer> waiting = called.begin("wait", "web", "worker");
        called.awaitErr("web: stopped");
        called.awaitErr("worker: stopped");
        daemon.ready("web", 1);
        called.awaitOut("web: running");
        assertThat(waiting).isNotDone();
        daemon.ready("worker", 2);

        assertThat(Called.awaitEnd(waiting)).isZero();
    }

    @Test
    void waitHasAnEnd() {
        assertThat(called.run("wait", "web", "--timeout=20ms")).isEqualTo(124);
        assertThat(called.err().lines()).last().asString().startsWith("cannot wait for web within");
    }

    @Test
    void aProcessThatLeavesTheProjectHasStoppedButWillNotBeReady() {
        daemon.ready("web", 1);
        daemon.put("worker", ProcessState.STARTING);
        var other = new Called(folder);
        CompletableFuture<Integer> stopping = called.begin("wait", "web", "--for", "stopped");
        CompletableFuture<Integer> starting = other.begin("wait", "worker");
        called.awaitErr("web: running");
        other.awaitErr("worker: starting");

        daemon.remove("web");
        daemon.remove("worker");

        assertThat(Called.awaitEnd(stopping)).isZero();
        assertThat(Called.awaitEnd(starting)).isEqualTo(1);
        assertThat(other.err())
                .contains("cannot wait for worker: it is no longer in the project; ");
    }

    @Test
    void aSignalGoesToEachOfThoseNamed() {
        assertThat(called.run("signal", "HUP", "w*")).isZero();

        String who = " by " + System.getProperty("user.name") + " (foster signal)";
        assertThat(daemon.calls).containsExactly("signal web HUP" + who, "signal worker HUP" + who);
        assertThat(called.run("signal", "HUP")).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
    }

    @Test
    void aTextIsSentAsALine() {
        assertThat(called.run("send", "web", "reload", "all users")).isZero();
        assertThat(called.run("send", "web", "--eof", "bye")).isZero();

        assertThat(daemon.calls)
                .containsExactly("input web <reload all users\n>", "input web <bye\n> and end");
    }

    @Test
    void inputIsSentAsItIsInPiecesThatFit() {
        String large = "x".repeat(600_000) + "ü";

        assertThat(called.input(large).run("send", "--eof", "web")).isZero();

        assertThat(daemon.calls).hasSizeGreaterThan(3).last().isEqualTo("input web <> and end");
        assertThat(String.join("", daemon.calls).replaceAll("input web <|>| and end", ""))
                .isEqualTo(large);
    }

    @Test
    void aRestartThatWaitsInVainIsAFailure() {
        daemon.onCall = _ -> daemon.put("web", ProcessState.BLOCKED);

        assertThat(called.run("restart", "web")).isEqualTo(1);

        assertThat(called.err())
                .isEqualTo("cannot restart web: it is blocked; see foster why web\n");
    }

    @Test
    void reloadWaitsUntilWhatChangedIsUpOrGone() {
        daemon.put("web", ProcessState.STARTING);
        daemon.put("idle", ProcessState.STOPPED);
        daemon.put("old", ProcessState.STOPPING);
        daemon.reloaded =
                new ActionResult(
                        List.of("web", "idle", "old"), List.of("other"), List.of("updated bot: x"));
        CompletableFuture<Integer> reload = called.begin("reload");
        called.awaitErr("web: starting");
        called.awaitOut("idle: stopped");
        assertThat(reload).isNotDone();

        daemon.ready("web", 7);
        called.awaitOut("web: running, pid 7");
        daemon.remove("old");

        assertThat(Called.awaitEnd(reload)).isZero();
        assertThat(called.out()).contains("old: removed").doesNotContain("other");
        assertThat(called.err()).contains("updated bot: x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GAVE_UP", "BLOCKED", "RESTARTING"})
    void aReloadAfterWhichSomethingFailsSaysSo(ProcessState end) {
        daemon.put("web", end);
        daemon.reloaded = new ActionResult(List.of("web"), List.of(), List.of());

        assertThat(called.run("reload")).isEqualTo(1);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.err()).contains("cannot reload web: it is " + end.word());
    }

    @Test
    void aReloadNeedNotBeWaitedFor() {
        called.run("reload");
        daemon.put("web", ProcessState.STARTING);
        daemon.reloaded = new ActionResult(List.of("web"), List.of(), List.of("note"));

        assertThat(called.run("reload", "--no-wait")).isZero();
        assertThat(called.out()).isEqualTo("nothing to start, stop or restart\nunder way: web\n");
        assertThat(called.err()).isEqualTo("note\n");
        assertThat(called.run("reload", "--timeout", "10ms")).isEqualTo(124);
    }

    @Test
    void downWaitsUntilTheDaemonIsGone() {
        daemon.ready("web", 1);
        CompletableFuture<Integer> down = called.begin("down");
        Eventually.until(
                Duration.ofSeconds(10), "it was asked", () -> daemon.calls.contains("down"));

        daemon.put("web", ProcessState.STOPPING);
        called.awaitErr("web: stopping");
        assertThat(down).isNotDone();
        daemon.put("web", ProcessState.STOPPED);
        called.awaitErr("web: stopped");
        daemon.goDown();

        assertThat(Called.awaitEnd(down)).isZero();
        assertThat(called.run("down")).as("there is none any more").isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start nobody",
                "stop nobody",
                "restart nobody",
                "wait nobody",
                "signal HUP nobody",
                "send nobody x"
            })
    void anUnknownNameHasItsCode(String line) {
        assertThat(called.run(line.split(" ", -1))).isEqualTo(4);
        ErrorGrammar.assertFollowedBy(called.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start web",
                "stop web",
                "wait web",
                "send web x",
                "reload",
                "down",
                "down --no-wait"
            })
    void withoutADaemonEveryVerbSaysSo(String line) {
        daemon.close();

        assertThat(called.run(line.split(" ", -1))).isEqualTo(3);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.err()).contains("no foster is running for ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start",
                "stop --timeout soon web",
                "wait web --for ever",
                "reload web",
                "send"
            })
    void aLineThatMakesNoSenseIsExplained(String line) {
        assertThat(called.run(line.split(" ", -1))).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(daemon.calls).isEmpty();
    }
}
