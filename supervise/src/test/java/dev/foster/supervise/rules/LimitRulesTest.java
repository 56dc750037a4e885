package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Excess;
import dev.foster.process.Exit;
import dev.foster.process.Signal;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.LimitRule.Then;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy.When;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What becomes of a process that uses more than it may. */
class LimitRulesTest {
    private static final String WHY = "memory 301 MB over 256 MB for 2 checks";

    private static void over(Stage stage, Then then) {
        stage.on(new TreeInput.OverLimit("bot", stage.run("bot"), Specs.memory(301), then));
    }

    @Test
    void itIsToldWhyAndThenKilled() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        over(stage, Then.KILL);
        assertThat(stage.take()).containsExactly("kill bot");
        assertThat(stage.told("bot"))
                .endsWith(ProcessEventKind.OVER_LIMIT, ProcessEventKind.STOPPING);
        assertThat(stage.last(ProcessEventKind.OVER_LIMIT).text()).isEqualTo("killed: " + WHY);
        assertThat(stage.last(ProcessEventKind.OVER_LIMIT).details())
                .containsEntry("resource", "memory")
                .containsEntry("then", "kill");
        assertThat(stage.last(ProcessEventKind.STOPPING).text())
                .isEqualTo("stopping: over its limit");
        assertThat(stage.view("bot").reason()).isEqualTo("killed: " + WHY);
    }

    @Test
    void itIsStoppedByItsPlanWhereThatIsWanted() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        over(stage, Then.STOP);
        assertThat(stage.take()).containsExactly("stop bot");
        assertThat(stage.last(ProcessEventKind.OVER_LIMIT).text()).isEqualTo("stopped: " + WHY);
    }

    @Test
    void itGoesOnWherePeopleOnlyWantToKnow() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        over(stage, Then.REPORT);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.last(ProcessEventKind.OVER_LIMIT).text()).isEqualTo(WHY);
    }

    @Test
    void itIsRestartedAfterItsBackoffWithTheReasonInItsState() {
        ProcessSpec bot =
                Specs.process("bot")
                        .restart(
                                Specs.policy()
                                        .backoff(
                                                new Backoff.Steps(List.of(Duration.ofSeconds(5)))));
        Stage stage = Stage.of(bot).allUp();
        over(stage, Then.KILL);
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
        assertThat(stage.view("bot").reason()).isEqualTo("first failure, killed: " + WHY);
        assertThat(stage.last(ProcessEventKind.RESTARTING).text())
                .isEqualTo("restarting in 5 s: first failure, killed: " + WHY);
        stage.take();
        stage.seconds(5);
        assertThat(stage.take()).containsExactly("spawn bot");
    }

    @Test
    void itIsAFailureEvenWhenItEndsWell() {
        Stage stage = Stage.of(Specs.process("bot", When.ON_FAILURE)).allUp();
        over(stage, Then.STOP);
        stage.exited("bot", Specs.code(0));
        stage.gone("bot");
        assertThat(stage.told("bot"))
                .contains(ProcessEventKind.RESTARTING)
                .doesNotContain(ProcessEventKind.COMPLETED);
    }

    @Test
    void itIsGivenUpAtTheLimitOfItsRestarts() {
        ProcessSpec bot =
                Specs.process("bot")
                        .restart(Specs.policy().limit(new Limit(1, Duration.ofMinutes(1))));
        Stage stage = Stage.of(bot).allUp();
        over(stage, Then.KILL);
        stage.gone("bot");
        stage.pass(Duration.ZERO);
        stage.spawned("bot");
        over(stage, Then.KILL);
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.GAVE_UP);
        assertThat(stage.view("bot").reason()).startsWith("killed: " + WHY + "; restarted 1 time");
    }

    @Test
    void oneThatIsNotToBeRestartedHasFailed() {
        Stage stage = Stage.of(Specs.process("bot", When.NO)).allUp();
        over(stage, Then.KILL);
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.FAILED);
        assertThat(stage.view("bot").reason()).isEqualTo("killed: " + WHY);
    }

    @Test
    void whatIsBeingStoppedIsNotRestartedForWhatItUses() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        stage.stop("bot");
        over(stage, Then.KILL);
        stage.gone("bot");
        stage.seconds(3600);
        assertThat(stage.take()).containsExactly("stop bot", "kill bot");
        assertThat(stage.told("bot")).doesNotContain(ProcessEventKind.OVER_LIMIT);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
    }

    @Test
    void whatUsesTooMuchWhileItIsStoppedIsKilledAndStillStopping() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        stage.stop("bot");
        stage.take();
        ChildView before = stage.view("bot");
        over(stage, Then.REPORT);
        over(stage, Then.STOP);
        assertThat(stage.take()).isEmpty();
        over(stage, Then.KILL);
        assertThat(stage.take()).containsExactly("kill bot");
        assertThat(stage.view("bot")).isEqualTo(before);
    }

    /** A process up that is to stop, but waits for one that depends on it. */
    private static Stage waitingToStop() {
        Stage stage =
                Stage.of(
                                Specs.process("bot"),
                                Specs.process("user").dependsOn(Map.of("bot", Condition.STARTED)))
                        .allUp();
        stage.stop("bot", "user");
        assertThat(stage.take()).containsExactly("stop user");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPING);
        return stage;
    }

    @Test
    void whatUsesTooMuchWhileItWaitsForItsDependantsToGoIsKilledAndNotRestarted() {
        Stage stage = waitingToStop();
        over(stage, Then.KILL);
        assertThat(stage.take()).containsExactly("kill bot");
        assertThat(stage.last(ProcessEventKind.OVER_LIMIT).text()).isEqualTo("killed: " + WHY);
        assertThat(stage.last(ProcessEventKind.STOPPING).text()).isEqualTo("stopping: stop asked");
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        stage.gone("user");
        stage.seconds(3600);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.told("bot")).doesNotContain(ProcessEventKind.RESTARTING);
    }

    @Test
    void whatWaitsForItsDependantsToGoIsStoppedOrReportedAsItsRuleSays() {
        Stage stage = waitingToStop();
        over(stage, Then.REPORT);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.last(ProcessEventKind.OVER_LIMIT).text()).isEqualTo(WHY);
        over(stage, Then.STOP);
        assertThat(stage.take()).containsExactly("stop bot");
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
    }

    @Test
    void whatUsesTooMuchWhileItsRestartWaitsForItsDependantsComesBackWithoutAFailure() {
        Stage stage =
                Stage.of(
                                Specs.process("bot"),
                                Specs.process("user").dependsOn(Map.of("bot", Condition.STARTED)))
                        .allUp();
        stage.restart("bot", "user");
        assertThat(stage.take()).containsExactly("stop user");
        over(stage, Then.KILL);
        stage.gone("bot");
        assertThat(stage.take()).containsExactly("kill bot", "spawn bot");
        assertThat(stage.view("bot").restarts()).isZero();
        assertThat(stage.told("bot")).doesNotContain(ProcessEventKind.RESTARTING);
    }

    @Test
    void whatWasKilledForItsLimitIsNotKilledAtEachCheck() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        over(stage, Then.KILL);
        stage.take();
        over(stage, Then.KILL);
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void aStopThatIsAskedForOutweighsTheLimit() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        over(stage, Then.STOP);
        stage.stop("bot");
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        stage.seconds(3600);
        assertThat(stage.take()).containsExactly("stop bot");
    }

    @Test
    void anUnderstudyThatUsesTooMuchEndsAndNothingElse() {
        ProcessSpec bot = Specs.process("bot").readiness(Readiness.by(new Probe.LogLine("up")));
        Stage stage = Stage.of(bot).allUp();
        stage.saidReady("bot");
        long current = stage.run("bot");
        stage.replace("bot");
        long understudy = stage.spawnedBeside("bot");
        stage.take();
        stage.on(new TreeInput.OverLimit("bot", understudy, Specs.memory(301), Then.KILL));
        assertThat(stage.take()).containsExactly("kill bot");
        stage.gone("bot", understudy);
        assertThat(stage.last(ProcessEventKind.REPLACEMENT_FAILED).text())
                .isEqualTo("not replaced: killed: " + WHY);
        assertThat(stage.run("bot")).isEqualTo(current);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
    }

    @Test
    void oneThatTheKernelEndedForItsLimitIsToldSoAndRestarted() {
        Stage stage = Stage.of(Specs.process("bot", When.ON_FAILURE)).allUp();
        stage.exited("bot", byTheKernel());
        assertThat(stage.told("bot"))
                .endsWith(ProcessEventKind.OVER_LIMIT, ProcessEventKind.EXITED);
        assertThat(stage.last(ProcessEventKind.OVER_LIMIT).text())
                .isEqualTo("killed: memory over 256 MB");
        assertThat(stage.last(ProcessEventKind.OVER_LIMIT).details())
                .isEqualTo(Map.of("resource", "memory", "then", "kill"));
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
        assertThat(stage.view("bot").reason())
                .isEqualTo("first failure, killed: memory over 256 MB");
    }

    @Test
    void whatTheKernelEndedIsAFailureWhateverCodesMeanSuccess() {
        ProcessSpec bot = Specs.process("bot");
        Stage stage =
                Stage.of(bot.restart(bot.restart().when(When.NO).successCodes(Set.of(0, 137))))
                        .allUp();
        stage.exited("bot", byTheKernel());
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.FAILED);
    }

    private static Exit byTheKernel() {
        return new Exit(
                new Exit.Ending.Killed(Signal.KILL, false),
                Exit.Asked.NOBODY,
                Instant.EPOCH,
                Duration.ofSeconds(1),
                Optional.empty(),
                false,
                Optional.of(Excess.byKernel(Excess.Resource.MEMORY, 256e6)));
    }

    @Test
    void anotherRuleIsAnotherProcess() {
        ProcessSpec bot = Specs.process("bot");
        Stage stage = Stage.of(bot).allUp();
        stage.change(StackSpec.of(bot.limitRule(new LimitRule(5, Then.REPORT))));
        assertThat(stage.take()).containsExactly("stop bot");
    }
}
