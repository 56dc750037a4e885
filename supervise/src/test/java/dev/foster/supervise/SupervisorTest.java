package dev.foster.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Signal;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/** The rules on real processes. */
class SupervisorTest {
    private static final RestartPolicy AT_ONCE =
            RestartPolicy.defaults()
                    .backoff(Backoff.none())
                    .limit(new Limit(3, Duration.ofMinutes(1)));

    private static ProcessSpec shell(String name, String script) {
        return ProcessSpec.of(name, ChildSpec.of("/bin/sh", "-c", script));
    }

    @Test
    void aProcessIsStartedAndStopped() {
        try (var scene = Scene.of(shell("bot", "exec sleep 600"))) {
            scene.startAll();
            ProcessStatus up = scene.await("bot", Word.RUNNING);
            assertThat(up.ready()).isTrue();
            assertThat(up.pid()).isPresent();

            scene.supervisor().stop(List.of("bot"), "test");
            ProcessStatus down = scene.await("bot", Word.STOPPED);
            assertThat(down.lastExit().orElseThrow().describe()).isEqualTo("killed by SIGTERM");
            assertThat(down.restarts()).isZero();
        }
    }

    @Test
    void aProcessThatIsKilledIsRestartedAsAnotherProcess() {
        try (var scene = Scene.of(shell("bot", "exec sleep 600").restart(AT_ONCE))) {
            scene.startAll();
            long first = scene.await("bot", Word.RUNNING).pid().orElseThrow();
            scene.supervisor().child("bot").orElseThrow().signal(Signal.KILL);

            scene.awaitTold("bot", ProcessEventKind.EXITED);
            ProcessStatus again =
                    scene.await("bot", state -> state.restarts() == 1 && state.ready());
            assertThat(again.pid().orElseThrow()).isNotEqualTo(first);
        }
    }

    @Test
    void aProcessThatKeepsFailingIsGivenUpExactlyAtItsLimit() {
        try (var scene = Scene.of(shell("bot", "exit 7").restart(AT_ONCE))) {
            scene.startAll();
            ProcessStatus state = scene.await("bot", Word.GAVE_UP);
            assertThat(state.restarts()).isEqualTo(3);
            assertThat(state.reason()).contains("exit 7", "3 times");
            scene.awaitTold("bot", ProcessEventKind.GAVE_UP);
            assertThat(scene.told("bot", ProcessEventKind.STARTED)).hasSize(4);
        }
    }

    @Test
    void whatAProcessLeavesBehindIsGoneBeforeTheNextOneStarts() {
        String mark = UUID.randomUUID().toString();
        ProcessSpec bot = shell("bot", "setsid sleep 600 & exit 1").restart(AT_ONCE);
        try (var scene = Scene.of(bot.child(bot.child().environment("MARK", mark)))) {
            scene.startAll();
            scene.await("bot", Word.GAVE_UP);
            assertThat(ProcTable.withVariable("MARK", mark)).isEmpty();
        }
    }

    @Test
    void aMissingProgramIsAFailureThatIsExplained() {
        try (var scene =
                Scene.of(
                        ProcessSpec.of("bot", ChildSpec.of("/no/such/program"))
                                .restart(RestartPolicy.never()))) {
            scene.startAll();
            assertThat(scene.await("bot", Word.FAILED).reason())
                    .startsWith("cannot start /no/such/program: not found");
        }
    }

    @Test
    void aDependantWaitsUntilTheOtherIsReadyByItsLogLine() {
        ProcessSpec database =
                shell("database", "sleep 0.2; echo accepting connections; exec sleep 600")
                        .readiness(Readiness.by(new Probe.LogLine("accepting .*")));
        ProcessSpec web =
                shell("web", "exec sleep 600").dependsOn(Map.of("database", Condition.READY));
        try (var scene = Scene.of(web, database)) {
            scene.startAll();
            scene.awaitTold("web", ProcessEventKind.STARTED);
            assertThat(scene.toldInOrder())
                    .containsSubsequence("database STARTED", "database READY", "web STARTED");

            scene.supervisor().stop(List.of("web", "database"), "test");
            scene.awaitTold("database", ProcessEventKind.STOPPED);
            assertThat(scene.toldInOrder()).containsSubsequence("web STOPPED", "database STOPPING");
        }
    }

    @Test
    void aJobIsDoneBeforeWhatNeedsItsResult() {
        ProcessSpec job = shell("migrate", "exit 0");
        ProcessSpec web =
                shell("web", "exec sleep 600")
                        .dependsOn(Map.of("migrate", Condition.COMPLETED_SUCCESSFULLY));
        try (var scene = Scene.of(job, web)) {
            scene.startAll();
            scene.await("web", Word.RUNNING);
            assertThat(scene.await("migrate", Word.COMPLETED).restarts()).isZero();
        }
    }

    @Test
    void oneThatSaysReadyThroughItsDescriptorIsReady() {
        ProcessSpec bot =
                shell("bot", "echo >&4; exec sleep 600")
                        .readiness(Readiness.by(new Probe.Descriptor(4)));
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            scene.await("bot", Word.RUNNING);
        }
    }

    @Test
    void oneThatSpeaksThroughTheNotifySocketIsReadyAndSaysHowItIs() {
        String script =
                """
                import os, socket, time
                s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                s.sendto(b"READY=1\\nSTATUS=hello", os.environ["NOTIFY_SOCKET"])
                time.sleep(600)
                """;
        ProcessSpec bot =
                ProcessSpec.of("bot", ChildSpec.of("python3", "-c", script))
                        .readiness(Readiness.by(new Probe.Notify()));
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            scene.await("bot", Word.RUNNING);
            scene.awaitStatus("bot", "hello");
        }
    }

    @Test
    void oneThatNeverBecomesReadyIsStoppedAndCountsAsFailed() {
        ProcessSpec bot =
                shell("bot", "exec sleep 600")
                        .readiness(
                                Readiness.by(new Probe.LogLine("never"))
                                        .within(Duration.ofMillis(100)))
                        .restart(RestartPolicy.never());
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            assertThat(scene.await("bot", Word.FAILED).reason())
                    .isEqualTo("not ready within 100 ms");
        }
    }

    @Test
    void aPatternThatTakesTooLongOnTheLinesIsSaidAndNotWaitedFor() {
        String line = "a".repeat(60) + "!";
        ProcessSpec bot =
                shell("bot", "for i in $(seq 20); do echo " + line + "; done; exec sleep 600")
                        .readiness(Readiness.by(new Probe.LogLine("^(a|aa)*\\1$")))
                        .restart(RestartPolicy.never());
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            assertThat(scene.await("bot", Word.FAILED).reason())
                    .contains("that takes too long on what it writes");
        }
    }

    @Test
    void anUnhealthyProcessIsRestarted() {
        ProcessSpec bot =
                shell("bot", "exec sleep 600")
                        .liveness(
                                Liveness.by(new Probe.Exec(ChildSpec.of("/bin/false")))
                                        .period(Duration.ofMillis(20))
                                        .failures(2))
                        .restart(AT_ONCE);
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            scene.awaitTold("bot", ProcessEventKind.UNHEALTHY);
            scene.await("bot", state -> state.restarts() >= 1);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aProcessThatIsSuspendedIsShownSoUntilItIsContinued() {
        try (var scene = Scene.of(shell("bot", "exec sleep 600"))) {
            scene.startAll();
            scene.await("bot", Word.RUNNING);
            Child child = scene.supervisor().child("bot").orElseThrow();

            assertThat(child.signal(new Signal(19))).isTrue();
            scene.await("bot", Word.SUSPENDED);
            assertThat(child.signal(Signal.CONT)).isTrue();
            scene.await("bot", Word.RUNNING);

            scene.awaitTold("bot", ProcessEventKind.CONTINUED);
            assertThat(scene.told("bot", ProcessEventKind.SUSPENDED)).hasSize(1);
        }
    }

    @Test
    void aProcessWhoseWatchdogFallsSilentIsRestarted() {
        ProcessSpec bot =
                shell("bot", "exec sleep 600")
                        .liveness(
                                Liveness.by(new Probe.Notify())
                                        .period(Duration.ofMillis(50))
                                        .failures(1))
                        .restart(AT_ONCE);
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            scene.awaitTold("bot", ProcessEventKind.UNHEALTHY);
        }
    }

    @Test
    void aChangedStackRestartsOnlyWhatRunsDifferently() {
        ProcessSpec one = shell("one", "exec sleep 600");
        ProcessSpec two = shell("two", "exec sleep 600");
        ProcessSpec gone = shell("gone", "exec sleep 600");
        try (var scene = Scene.of(one, two, gone)) {
            scene.startAll();
            long first = scene.await("one", Word.RUNNING).pid().orElseThrow();
            long second = scene.await("two", Word.RUNNING).pid().orElseThrow();
            scene.await("gone", Word.RUNNING);

            scene.supervisor()
                    .change(
                            StackSpec.of(
                                    one.restart(RestartPolicy.never()),
                                    shell("two", "exec sleep 601"),
                                    shell("new", "exec sleep 600")),
                            "test");
            scene.await("new", Word.RUNNING);
            scene.awaitRemoved("gone");
            ProcessStatus changed =
                    scene.await(
                            "two", state -> state.ready() && state.pid().orElseThrow() != second);
            assertThat(changed.restarts()).isZero();
            assertThat(scene.await("one", Word.RUNNING).pid()).hasValue(first);
        }
    }

    @Test
    void oneThatIsKilledAgainAndAgainIsStartedAsOftenAndEveryEndIsToldBeforeTheNextStart() {
        int kills = 200;
        ProcessSpec bot = shell("bot", "exec sleep 600").restart(AT_ONCE.withoutLimit());
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            for (int i = 0; i < kills; i++) {
                int restarts = i;
                scene.await(
                        "bot",
                        state -> state.restarts() == restarts && state.word() == Word.RUNNING);
                scene.supervisor().child("bot").orElseThrow().signal(Signal.KILL);
            }
            scene.await("bot", state -> state.restarts() == kills && state.ready());
            scene.supervisor().stop(List.of("bot"), "test");
            scene.awaitTold("bot", ProcessEventKind.STOPPED);

            assertThat(scene.told("bot", ProcessEventKind.STUCK)).isEmpty();
            var lives =
                    scene.told("bot").stream()
                            .filter(
                                    one ->
                                            one.kind() == ProcessEventKind.STARTED
                                                    || one.kind() == ProcessEventKind.EXITED)
                            .map(one -> one.kind() + " " + one.run())
                            .toList();
            var wanted = new ArrayList<String>();
            for (int run = 1; run <= kills; run++) {
                wanted.add("STARTED " + run);
                wanted.add("EXITED " + run);
            }
            wanted.add("STARTED " + (kills + 1));
            assertThat(lives).startsWith(wanted.toArray(String[]::new));
        }
    }

    @Test
    void aListenerThatStandsStillDelaysNoStartAndNoStop() {
        var attention = new CountDownLatch(1);
        ProcessSpec bot = shell("bot", "exec sleep 600").restart(AT_ONCE);
        try (var scene = Scene.inattentive(attention, bot)) {
            scene.startAll();
            scene.await("bot", Word.RUNNING);
            scene.supervisor().child("bot").orElseThrow().signal(Signal.KILL);
            scene.await("bot", state -> state.restarts() == 1 && state.ready());
            scene.supervisor().stop(List.of("bot"), "test");
            scene.await("bot", Word.STOPPED);
            assertThat(scene.toldInOrder()).as("nothing has been taken in").isEmpty();

            attention.countDown();
            scene.awaitTold("bot", ProcessEventKind.STOPPED);
            assertThat(scene.toldInOrder())
                    .containsSubsequence("bot STARTED", "bot EXITED", "bot STARTED", "bot STOPPED");
        }
    }

    @Test
    void aSupervisorThatIsClosedHasToldTheEndOfEverything() {
        for (int i = 0; i < 20; i++) {
            var scene = Scene.of(shell("bot", "exec sleep 600"));
            try (scene) {
                scene.startAll();
                scene.await("bot", Word.RUNNING);
            }
            assertThat(scene.told("bot", ProcessEventKind.STOPPED)).hasSize(1);
        }
    }

    @Test
    void aStackThatMakesNoSenseIsNotStarted() {
        ProcessSpec one = shell("one", "true").dependsOn(Map.of("two", Condition.READY));
        ProcessSpec two = shell("two", "true").dependsOn(Map.of("one", Condition.STARTED));
        assertThatThrownBy(() -> Scene.of(one, two))
                .isInstanceOf(InvalidStackException.class)
                .hasMessageContaining("one -> two -> one");
    }

    @Test
    void twoHundredAreUpAndDownAgain() {
        var specs = new ProcessSpec[200];
        for (int i = 0; i < specs.length; i++) {
            specs[i] = shell("bot" + i, "exec sleep 600");
        }
        try (var scene = Scene.of(specs)) {
            scene.startAll();
            for (ProcessSpec spec : specs) {
                scene.await(spec.name(), Word.RUNNING);
            }
        }
    }
}
