package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.StopPlan;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A stop at any moment, and what is asked in its midst. */
class StopRulesTest {
    private final Stage stage = Stage.of(Specs.process("bot"));

    @Test
    void aStopDuringTheStartEndsTheProcessAsSoonAsItIsThere() {
        stage.start("bot");
        stage.stop("bot");
        assertThat(stage.take()).containsExactly("spawn bot");
        stage.spawned("bot");
        assertThat(stage.take()).containsExactly("stop bot");
        assertThat(stage.last(ProcessEventKind.STOPPING).text()).isEqualTo("stopping: stop asked");
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        assertThat(stage.told("bot"))
                .doesNotContain(ProcessEventKind.STARTED, ProcessEventKind.READY);
    }

    @Test
    void aKillDuringTheStartGivesNoGraceOnceTheProcessIsThere() {
        stage.start("bot");
        stage.kill("bot");
        stage.take();
        stage.spawned("bot");
        assertThat(stage.take()).containsExactly("kill bot");
    }

    @Test
    void aKillThatFollowsAStopDuringTheStartGivesNoGraceEither() {
        stage.start("bot");
        stage.stop("bot");
        stage.kill("bot");
        stage.take();
        stage.spawned("bot");
        assertThat(stage.take()).containsExactly("kill bot");
    }

    @Test
    void aStopDuringAStartThatFailsIsDoneAndNothingIsRestarted() {
        stage.start("bot");
        stage.stop("bot");
        stage.spawnFailed("bot");
        assertThat(stage.last(ProcessEventKind.START_FAILED).text()).isEqualTo("no such program");
        stage.seconds(3600);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        assertThat(stage.take()).containsExactly("spawn bot");
    }

    @Test
    void aStartThatIsGivenUpHasNotFailed() {
        stage.start("bot");
        stage.stop("bot");
        stage.givenUp("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        assertThat(stage.told("bot"))
                .contains(ProcessEventKind.STOPPED)
                .doesNotContain(ProcessEventKind.START_FAILED);
    }

    @Test
    void aStartThatIsGivenUpVeryLateHasNotFailedEither() {
        stage.start("bot");
        stage.stop("bot");
        stage.seconds(60);
        assertThat(stage.word("bot")).isEqualTo(Word.STUCK);
        stage.givenUp("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        assertThat(stage.told("bot"))
                .contains(ProcessEventKind.STOPPED)
                .doesNotContain(ProcessEventKind.START_FAILED);
    }

    @Test
    void aStopDuringTheBackoffTakesEffectAtOnce() {
        var slow = Specs.policy().backoff(new Backoff.Steps(List.of(Duration.ofMinutes(1))));
        Stage waits = Stage.of(Specs.process("bot").restart(slow)).allUp();
        waits.crashes("bot");
        assertThat(waits.word("bot")).isEqualTo(Word.RESTARTING);
        waits.take();
        waits.stop("bot");
        assertThat(waits.word("bot")).isEqualTo(Word.STOPPED);
        waits.seconds(3600);
        assertThat(waits.take()).isEmpty();
    }

    @Test
    void aStopWhileItWaitsForADependencyTakesEffectAtOnce() {
        Stage two =
                Stage.of(
                        Specs.process("base"),
                        Specs.process("bot").dependsOn(Map.of("base", Condition.READY)));
        two.start("base", "bot");
        assertThat(two.word("bot")).isEqualTo(Word.WAITING);
        two.stop("bot");
        assertThat(two.word("bot")).isEqualTo(Word.STOPPED);
        two.spawned("base");
        assertThat(two.take()).containsExactly("spawn base");
    }

    @Test
    void aStopAfterGivingUpForgetsIt() {
        ProcessSpec never = Specs.process("bot").restart(Specs.policy().limit(LimitTest.none()));
        Stage once = Stage.of(never).allUp();
        once.crashes("bot");
        assertThat(once.word("bot")).isEqualTo(Word.GAVE_UP);
        once.stop("bot");
        assertThat(once.word("bot")).isEqualTo(Word.STOPPED);
    }

    @Test
    void aStopOfWhatHasCompletedLeavesItCompleted() {
        stage.allUp();
        stage.ends("bot", Specs.code(0));
        stage.stop("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.COMPLETED);
        assertThat(stage.take()).containsExactly("stop bot");
    }

    @Test
    void aSecondStopAsksNobodyAgain() {
        stage.allUp();
        stage.stop("bot");
        stage.stop("bot");
        assertThat(stage.take()).containsExactly("stop bot");
        assertThat(stage.told("bot")).containsOnlyOnce(ProcessEventKind.STOP_ASKED);
    }

    @Test
    void aKillDuringTheStopHurriesIt() {
        stage.allUp();
        stage.stop("bot");
        stage.kill("bot");
        assertThat(stage.take()).containsExactly("stop bot", "kill bot");
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
    }

    @Test
    void aStartDuringTheStopBeginsTheNextRunWhenTheLastIsGone() {
        stage.allUp();
        long first = stage.run("bot");
        stage.stop("bot");
        stage.start("bot");
        assertThat(stage.take()).containsExactly("stop bot");
        stage.gone("bot");
        assertThat(stage.take()).containsExactly("spawn bot");
        assertThat(stage.run("bot")).isGreaterThan(first);
    }

    @Test
    void aRestartDuringTheStopBeginsTheNextRunWhenTheLastIsGone() {
        stage.allUp();
        stage.stop("bot");
        stage.restart("bot");
        stage.gone("bot");
        assertThat(stage.take()).containsExactly("stop bot", "spawn bot");
    }

    @Test
    void aStopDuringARestartIsTheLastWord() {
        stage.allUp();
        stage.restart("bot");
        stage.stop("bot");
        stage.gone("bot");
        stage.seconds(3600);
        assertThat(stage.take()).containsExactly("stop bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
    }

    @Test
    void aStartAfterAStopDuringTheStartStillBeginsWithANewProcess() {
        stage.start("bot");
        stage.stop("bot");
        stage.start("bot");
        stage.spawned("bot");
        stage.gone("bot");
        assertThat(stage.take()).containsExactly("spawn bot", "stop bot", "spawn bot");
    }

    @Test
    void aCrashDuringTheStopIsNoReasonToRestart() {
        stage.allUp();
        stage.stop("bot");
        stage.ends("bot", Specs.code(139));
        stage.seconds(3600);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        assertThat(stage.take()).containsExactly("stop bot");
    }

    @Test
    void aStopWhileWhatACrashLeftBehindIsEndedPreventsTheRestart() {
        stage.allUp();
        stage.exited("bot", Specs.code(1));
        stage.stop("bot");
        stage.gone("bot");
        stage.seconds(3600);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        assertThat(stage.take()).containsExactly("stop bot");
    }

    @Test
    void aStopThatGetsNoAnswerEndsAfterItsPlanAndASlack() {
        stage.allUp();
        stage.stop("bot");
        Duration bound = StopPlan.defaults().bound().plusNanos(ChildRules.STOP_SLACK);
        stage.pass(bound.minusNanos(1));
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPING);
        stage.pass(Duration.ofNanos(1));
        assertThat(stage.word("bot")).isEqualTo(Word.STUCK);
    }

    @Test
    void nothingIsStartedInThePlaceOfAProcessThatIsStuck() {
        stage.allUp();
        stage.restart("bot");
        stage.stuck("bot");
        stage.take();
        stage.start("bot");
        stage.seconds(3600);
        assertThat(stage.take()).isEmpty();
        stage.gone("bot");
        assertThat(stage.take()).containsExactly("spawn bot");
    }

    @Test
    void aStopWaitsForTheAnswerToAStartOnlySoLong() {
        stage.start("bot");
        stage.stop("bot");
        stage.take();
        stage.pass(Duration.ofNanos(ChildRules.SPAWN_LIMIT));
        assertThat(stage.word("bot")).isEqualTo(Word.STUCK);
        stage.spawned("bot");
        assertThat(stage.take()).containsExactly("kill bot");
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
    }
}
