package dev.foster.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.ChildSpec;
import dev.foster.process.StopPlan;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Real processes that take each other's place. */
class ReplaceTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String UP = "echo up; exec sleep 600";

    /** Ends on the signal, but not before there is a file named gate. */
    private static final String DRAINS =
            "trap 'while [ ! -e gate ]; do sleep 0.02; done; exit 0' TERM;"
                    + " echo up; while :; do sleep 0.02; done";

    @TempDir private Path folder;

    private ProcessSpec bot(String script) {
        return ProcessSpec.of("bot", ChildSpec.of("/bin/sh", "-c", script).directory(folder))
                .readiness(Readiness.by(new Probe.LogLine("up")))
                .restart(RestartPolicy.defaults().backoff(Backoff.none()));
    }

    /** Does the first on its first run, the second on those after it. */
    private ProcessSpec bot(String first, String later) {
        return bot("if [ -e once ]; then " + later + "; fi; touch once; " + first);
    }

    private static ProcessSpec impatient(ProcessSpec spec) {
        return spec.child(spec.child().stopPlan(StopPlan.defaults().grace(Duration.ZERO)));
    }

    private static long begin(Scene scene) {
        scene.startAll();
        return scene.await("bot", Word.RUNNING).pid().orElseThrow();
    }

    private static CompletableFuture<Replacement> replace(Scene scene) {
        return scene.supervisor().replace("bot", LONG, "test");
    }

    private static boolean lives(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private static void awaitGone(long pid) {
        Eventually.until(LIMIT, pid + " is gone", () -> !lives(pid));
    }

    private static void awaitUnderstudy(Scene scene) {
        Eventually.until(
                LIMIT,
                "two were started",
                () -> scene.told("bot", ProcessEventKind.STARTED).size() == 2);
    }

    private void openGate() throws IOException {
        Files.createFile(folder.resolve("gate"));
    }

    @Test
    void theNewOneTakesOverWhileTheOldOneStillRuns() throws IOException {
        try (var scene = Scene.of(impatient(bot(DRAINS)))) {
            long old = begin(scene);
            Replacement replacement = replace(scene).join();
            ProcessStatus state = scene.supervisor().state("bot").orElseThrow();
            assertThat(state.pid()).hasValue(replacement.pid());
            assertThat(state.run()).isEqualTo(replacement.run());
            assertThat(state.word()).isEqualTo(Word.RUNNING);
            assertThat(replacement.pid()).isNotEqualTo(old);
            assertThat(lives(old)).isTrue();
            openGate();
            replacement.predecessorGone().join();
            assertThat(lives(old)).isFalse();
            assertThat(scene.supervisor().child("bot").orElseThrow().pid())
                    .isEqualTo(replacement.pid());
            // Its stop plan would have killed it at once: it had the time that was asked for.
            scene.awaitTold("bot", ProcessEventKind.EXITED);
            assertThat(scene.told("bot", ProcessEventKind.EXITED).getFirst().text())
                    .startsWith("exit 0");
        }
    }

    @Test
    void theNewOnesOutputIsHeardFromItsFirstLine() {
        try (var scene = Scene.of(bot("echo first; echo up; exec sleep 600"))) {
            begin(scene);
            long run = replace(scene).join().run();
            scene.awaitLine(run + " up");
            assertThat(scene.lines()).contains(run + " first");
        }
    }

    @Test
    void oneThatEndsBeforeItIsReadyLeavesTheOldOne() {
        try (var scene = Scene.of(bot(UP, "exit 3"))) {
            long old = begin(scene);
            assertFailed(scene, replace(scene), "cannot replace bot: exit 3", old);
        }
    }

    @Test
    void oneThatIsNotReadyInTimeLeavesTheOldOne() {
        ProcessSpec bot = bot(UP, "exec sleep 600");
        ProcessSpec hasty = bot.readiness(bot.readiness().within(Duration.ofSeconds(10)));
        try (var scene = Scene.of(hasty)) {
            long old = begin(scene);
            assertFailed(scene, replace(scene), "not ready within 10 s", old);
        }
    }

    @Test
    void oneThatCannotBeStartedLeavesTheOldOne() throws IOException {
        Path program = folder.resolve("program");
        Files.writeString(program, "#!/bin/sh\n" + UP + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        ProcessSpec bot = bot("").child(ChildSpec.of(program.toString()));
        try (var scene = Scene.of(bot)) {
            long old = begin(scene);
            Files.delete(program);
            assertFailed(scene, replace(scene), "cannot replace bot: ", old);
        }
    }

    private static void assertFailed(
            Scene scene, CompletableFuture<Replacement> replacement, String why, long old) {
        assertThatThrownBy(replacement::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(ReplacementException.class)
                .hasMessageContaining(why);
        ProcessStatus state = scene.supervisor().state("bot").orElseThrow();
        assertThat(state.word()).isEqualTo(Word.RUNNING);
        assertThat(state.pid()).hasValue(old);
        assertThat(state.restarts()).isZero();
        assertThat(lives(old)).isTrue();
        scene.awaitTold("bot", ProcessEventKind.REPLACEMENT_FAILED);
        scene.told("bot", ProcessEventKind.STARTED).stream()
                .map(ReplaceTest::pid)
                .filter(pid -> pid != old)
                .forEach(pid -> assertThat(lives(pid)).isFalse());
    }

    private static long pid(ProcessEvent event) {
        return Long.parseLong(event.details().getOrDefault("pid", "0"));
    }

    @Test
    void aStopEndsTheUnderstudyToo() {
        try (var scene = Scene.of(bot(UP, "exec sleep 600"))) {
            long old = begin(scene);
            CompletableFuture<Replacement> replacement = replace(scene);
            awaitUnderstudy(scene);
            long understudy = pid(scene.told("bot", ProcessEventKind.STARTED).getLast());
            scene.supervisor().stop(List.of("bot"), "test");
            scene.await("bot", Word.STOPPED);
            assertThat(lives(understudy)).isFalse();
            assertThat(lives(old)).isFalse();
            assertThatThrownBy(replacement::join).hasMessageContaining("is going");
        }
    }

    @Test
    void aChangeThatRemovesTheProcessEndsTheUnderstudyToo() {
        try (var scene = Scene.of(bot(UP, "exec sleep 600"))) {
            begin(scene);
            CompletableFuture<Replacement> replacement = replace(scene);
            awaitUnderstudy(scene);
            scene.supervisor().change(StackSpec.of(), "test");
            scene.awaitRemoved("bot");
            assertThatThrownBy(replacement::join).hasMessageContaining("is going");
        }
    }

    @Test
    void theEndOfTheSupervisionEndsTheUnderstudyToo() {
        CompletableFuture<Replacement> replacement;
        Supervisor closed;
        try (var scene = Scene.of(bot(UP, "exec sleep 600"))) {
            begin(scene);
            replacement = replace(scene);
            awaitUnderstudy(scene);
            closed = scene.supervisor();
        }
        assertThatThrownBy(replacement::join).hasMessageContaining("is going");
        assertThatThrownBy(closed.replace("bot", LONG, "test")::join)
                .hasMessageContaining("the supervision has ended");
    }

    @Test
    void aStopWhileTheOldOneDrainsDoesNotWaitForItsGrace() {
        try (var scene = Scene.of(impatient(bot(DRAINS)))) {
            long old = begin(scene);
            Replacement replacement = replace(scene).join();
            scene.supervisor().stop(List.of("bot"), "test");
            scene.await("bot", Word.STOPPED);
            assertThat(lives(old)).isFalse();
            assertThat(lives(replacement.pid())).isFalse();
            replacement.predecessorGone().join();
        }
    }

    @Test
    void aNewOneThatDiesWhileTheOldOneDrainsIsStartedAnew() {
        try (var scene = Scene.of(impatient(bot(DRAINS)))) {
            long old = begin(scene);
            Replacement replacement = replace(scene).join();
            ProcessHandle.of(replacement.pid()).orElseThrow().destroyForcibly();
            ProcessStatus again =
                    scene.await(
                            "bot",
                            state ->
                                    state.word() == Word.RUNNING
                                            && state.run() > replacement.run());
            assertThat(again.restarts()).isEqualTo(1);
            awaitGone(old);
        }
    }

    @Test
    void anOldOneThatDiesMeanwhileIsRestartedAlone() {
        try (var scene = Scene.of(bot(UP, "exec sleep 600"))) {
            long old = begin(scene);
            CompletableFuture<Replacement> replacement = replace(scene);
            awaitUnderstudy(scene);
            ProcessHandle.of(old).orElseThrow().destroyForcibly();
            assertThatThrownBy(replacement::join).hasMessageContaining("is going");
            scene.awaitTold("bot", ProcessEventKind.RESTARTING);
        }
    }

    @Test
    void whatDoesNotRunCannotBeReplaced() {
        try (var scene = Scene.of(bot(UP))) {
            assertThatThrownBy(replace(scene)::join).hasMessageContaining("it is not started");
            assertThatThrownBy(scene.supervisor().replace("nobody", LONG, "test")::join)
                    .hasMessageContaining("cannot replace nobody: there is no process");
        }
    }

    @Test
    void aSecondReplacementIsRefusedUntilTheFirstIsOver() throws IOException {
        // The first replacement is not over before the second was asked for.
        String later = "while [ ! -e go ]; do sleep 0.02; done; " + DRAINS;
        try (var scene = Scene.of(impatient(bot(DRAINS, later)))) {
            begin(scene);
            CompletableFuture<Replacement> first = replace(scene);
            assertThatThrownBy(replace(scene)::join).hasMessageContaining("already");
            Files.createFile(folder.resolve("go"));
            Replacement replacement = first.join();
            assertThatThrownBy(replace(scene)::join).hasMessageContaining("has not ended yet");
            openGate();
            replacement.predecessorGone().join();
            replace(scene).join().predecessorGone().join();
        }
    }

    @Test
    void fiftyInARowLeaveNothingBehind() {
        try (var scene = Scene.of(bot(UP))) {
            long before = begin(scene);
            for (int i = 0; i < 50; i++) {
                Replacement replacement = replace(scene).join();
                replacement.predecessorGone().join();
                assertThat(lives(before)).isFalse();
                before = replacement.pid();
            }
            assertThat(scene.supervisor().state("bot").orElseThrow().restarts()).isZero();
        }
    }
}
