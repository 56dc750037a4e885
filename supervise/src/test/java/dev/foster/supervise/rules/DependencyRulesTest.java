package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy.When;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who waits for whom: starts in order, stops in reverse order. */
class DependencyRulesTest {
    private static final Readiness BY_LINE = Readiness.by(new Probe.LogLine("up"));

    private static ProcessSpec web(Condition condition) {
        return Specs.process("web").dependsOn(Map.of("base", condition));
    }

    private static Stage asked(ProcessSpec base, Condition condition) {
        Stage stage = Stage.of(web(condition), base);
        stage.start("web", "base");
        return stage;
    }

    @Test
    void startedHoldsWhenTheOtherRuns() {
        Stage stage = asked(Specs.process("base").readiness(BY_LINE), Condition.STARTED);
        assertThat(stage.take()).containsExactly("spawn base");
        stage.spawned("base");
        assertThat(stage.take()).containsExactly("spawn web");
    }

    @Test
    void readyHoldsWhenTheOtherIsReady() {
        Stage stage = asked(Specs.process("base").readiness(BY_LINE), Condition.READY);
        stage.spawned("base");
        assertThat(stage.take()).containsExactly("spawn base");
        stage.saidReady("base");
        assertThat(stage.take()).containsExactly("spawn web");
    }

    @Test
    void startedAndReadyHoldAfterAJobThatEndedWell() {
        for (Condition condition : List.of(Condition.STARTED, Condition.READY)) {
            Stage stage = Stage.of(web(condition), Specs.process("base"));
            stage.start("base");
            stage.spawned("base");
            stage.ends("base", Specs.code(0));
            stage.take();
            stage.start("web");
            assertThat(stage.take()).as(condition.toString()).containsExactly("spawn web");
        }
    }

    @Test
    void completedHoldsAfterAnyEndThatIsFinal() {
        for (int code : new int[] {0, 1}) {
            Stage stage = asked(Specs.process("base", When.NO), Condition.COMPLETED);
            stage.spawned("base");
            stage.take();
            stage.ends("base", Specs.code(code));
            assertThat(stage.take()).as("exit %d", code).contains("spawn web");
        }
    }

    @Test
    void completedDoesNotHoldBetweenTwoAttempts() {
        var slow = Specs.policy().backoff(new Backoff.Steps(List.of(Duration.ofSeconds(5))));
        Stage stage = asked(Specs.process("base").restart(slow), Condition.COMPLETED);
        stage.spawned("base");
        stage.crashes("base");
        assertThat(stage.word("web")).isEqualTo(Word.WAITING);
        stage.seconds(5);
        stage.spawned("base");
        stage.take();
        stage.ends("base", Specs.code(0));
        assertThat(stage.take()).contains("spawn web");
    }

    @Test
    void completedHoldsWhenTheOtherHasGivenUp() {
        var once = Specs.policy().limit(LimitTest.none());
        Stage stage = asked(Specs.process("base").restart(once), Condition.COMPLETED);
        stage.spawned("base");
        stage.crashes("base");
        assertThat(stage.word("base")).isEqualTo(Word.GAVE_UP);
        assertThat(stage.take()).contains("spawn web");
    }

    @Test
    void completedSuccessfullyDoesNotHoldAfterAFailure() {
        Stage stage = asked(Specs.process("base", When.NO), Condition.COMPLETED_SUCCESSFULLY);
        stage.spawned("base");
        stage.crashes("base");
        assertThat(stage.word("web")).isEqualTo(Word.BLOCKED);
        assertThat(stage.view("web").reason())
                .isEqualTo("waiting for base to complete successfully, which has failed");
        stage.start("base");
        stage.spawned("base");
        stage.take();
        stage.ends("base", Specs.code(0));
        assertThat(stage.take()).contains("spawn web");
    }

    @Test
    void whatSomebodyStoppedHasNotCompleted() {
        Stage stage = asked(Specs.process("base"), Condition.COMPLETED);
        stage.spawned("base");
        stage.stop("base");
        assertThat(stage.word("web")).isEqualTo(Word.WAITING);
        stage.gone("base");
        assertThat(stage.word("web")).isEqualTo(Word.BLOCKED);
        assertThat(stage.view("web").wanted()).isTrue();
    }

    @Test
    void oneThatWaitsForWhatHasFailedForGoodIsBlockedUntilThatIsStarted() {
        for (Condition condition : List.of(Condition.STARTED, Condition.READY)) {
            Stage stage = asked(Specs.process("base", When.NO).readiness(BY_LINE), condition);
            stage.spawnFailed("base");
            assertThat(stage.word("web")).as(condition.toString()).isEqualTo(Word.BLOCKED);
            assertThat(stage.view("web").reason())
                    .startsWith("waiting for base to be ")
                    .endsWith(", which has failed");
            stage.start("base");
            assertThat(stage.word("web")).isEqualTo(Word.WAITING);
            stage.spawned("base");
            stage.saidReady("base");
            assertThat(stage.take()).endsWith("spawn web");
        }
    }

    @Test
    void oneThatWaitsForWhatHasGivenUpIsBlocked() {
        var once = Specs.policy().limit(LimitTest.none());
        Stage stage =
                asked(Specs.process("base").readiness(BY_LINE).restart(once), Condition.READY);
        stage.spawned("base");
        stage.crashes("base");
        assertThat(stage.words()).containsExactly(Word.BLOCKED, Word.GAVE_UP);
    }

    @Test
    void oneThatWaitsForAJobToBeReadyWhichEndedWithoutIsBlocked() {
        Stage stage = asked(Specs.process("base").readiness(BY_LINE), Condition.READY);
        stage.spawned("base");
        stage.ends("base", Specs.code(0));
        assertThat(stage.words()).containsExactly(Word.BLOCKED, Word.COMPLETED);
    }

    @Test
    void whoeverWaitsForOneThatIsBlockedIsBlockedToo() {
        Stage stage =
                Stage.of(
                        Specs.process("page").dependsOn(Map.of("web", Condition.READY)),
                        web(Condition.READY),
                        Specs.process("base", When.NO).readiness(BY_LINE));
        stage.start("page", "web", "base");
        assertThat(stage.words()).containsExactly(Word.WAITING, Word.WAITING, Word.STARTING);
        stage.spawned("base");
        stage.crashes("base");
        assertThat(stage.words()).containsExactly(Word.BLOCKED, Word.BLOCKED, Word.FAILED);
        assertThat(stage.view("page").reason())
                .isEqualTo("waiting for web to be ready, which is blocked itself");
        stage.start("base");
        assertThat(stage.words()).containsExactly(Word.WAITING, Word.WAITING, Word.STARTING);
    }

    @Test
    void whatWillNotComeIsToldBeforeWhatMay() {
        var on = new LinkedHashMap<String, Condition>();
        on.put("slow", Condition.READY);
        on.put("base", Condition.READY);
        Stage stage =
                Stage.of(
                        Specs.process("web").dependsOn(on),
                        Specs.process("slow").readiness(BY_LINE),
                        Specs.process("base", When.NO));
        stage.start("web", "slow", "base");
        stage.spawnFailed("base");
        assertThat(stage.word("web")).isEqualTo(Word.BLOCKED);
        assertThat(stage.view("web").reason())
                .isEqualTo("waiting for base to be ready, which has failed");
    }

    @Test
    void oneThatWaitsForAServiceToCompleteIsNotBlocked() {
        Stage stage = asked(Specs.process("base"), Condition.COMPLETED);
        stage.spawned("base");
        assertThat(stage.words()).containsExactly(Word.WAITING, Word.RUNNING);
    }

    @Test
    void aStopAndAStartWithoutDependenciesWorkForOneThatIsBlocked() {
        Stage stage = asked(Specs.process("base", When.NO), Condition.READY);
        stage.spawnFailed("base");
        stage.stop("web");
        assertThat(stage.word("web")).isEqualTo(Word.STOPPED);
        stage.start("web");
        assertThat(stage.word("web")).isEqualTo(Word.BLOCKED);
        stage.startAlone("web");
        assertThat(stage.word("web")).isEqualTo(Word.STARTING);
    }

    @Test
    void theReasonFollowsWhatItWaitsFor() {
        Stage stage = asked(Specs.process("base").readiness(BY_LINE), Condition.READY);
        assertThat(stage.view("web").reason())
                .isEqualTo("waiting for base to be ready, which is starting");
        stage.stop("base");
        stage.spawned("base");
        assertThat(stage.view("web").reason())
                .isEqualTo("waiting for base to be ready, which is stopping");
        stage.gone("base");
        assertThat(stage.view("web").reason())
                .isEqualTo("waiting for base to be ready, which is not started");
        assertThat(stage.told("web"))
                .containsSequence(
                        ProcessEventKind.WAITING,
                        ProcessEventKind.WAITING,
                        ProcessEventKind.WAITING);
    }

    @Test
    void oneThatIsStartedAloneDoesNotWaitButItsNextRunDoes() {
        Stage stage = Stage.of(web(Condition.READY), Specs.process("base"));
        stage.startAlone("web");
        assertThat(stage.take()).containsExactly("spawn web");
        stage.spawned("web");
        stage.crashes("web");
        stage.pass(Duration.ZERO);
        assertThat(stage.word("web")).isEqualTo(Word.BLOCKED);
    }

    @Test
    void aCrashOfTheOtherDoesNotTouchTheDependant() {
        Stage stage = Stage.of(web(Condition.READY), Specs.process("base")).allUp();
        stage.crashes("base");
        stage.pass(Duration.ZERO);
        assertThat(stage.take()).containsExactly("stop base", "spawn base");
        assertThat(stage.word("web")).isEqualTo(Word.RUNNING);
    }

    @Test
    void aDependantThatCrashesWaitsUntilTheOtherIsBack() {
        Stage stage = Stage.of(web(Condition.READY), Specs.process("base")).allUp();
        stage.exited("base", Specs.code(1));
        stage.crashes("web");
        stage.pass(Duration.ZERO);
        assertThat(stage.word("web")).isEqualTo(Word.WAITING);
        stage.gone("base");
        stage.pass(Duration.ZERO);
        stage.take();
        stage.spawned("base");
        assertThat(stage.take()).containsExactly("spawn web");
    }

    @Test
    void aStopGoesInReverseOrder() {
        Stage stage = Stage.of(web(Condition.READY), Specs.process("base")).allUp();
        stage.stop("web", "base");
        assertThat(stage.take()).containsExactly("stop web");
        assertThat(stage.word("base")).isEqualTo(Word.STOPPING);
        stage.gone("web");
        assertThat(stage.take()).containsExactly("stop base");
    }

    @Test
    void aStopGoesInReverseOrderAlsoPastOneThatIsDownAlready() {
        Stage stage =
                Stage.of(
                                Specs.process("base"),
                                Specs.process("api").dependsOn(Map.of("base", Condition.READY)),
                                Specs.process("web").dependsOn(Map.of("api", Condition.READY)))
                        .allUp();
        stage.stop("api");
        stage.obey();
        stage.take();
        stage.stop("base", "web");
        assertThat(stage.take()).containsExactly("stop web");
        stage.gone("web");
        assertThat(stage.take()).containsExactly("stop base");
    }

    @Test
    void aStopOfTheOtherAloneDoesNotWaitForADependantThatStays() {
        Stage stage = Stage.of(web(Condition.READY), Specs.process("base")).allUp();
        stage.stop("base");
        assertThat(stage.take()).containsExactly("stop base");
        assertThat(stage.word("web")).isEqualTo(Word.RUNNING);
    }

    @Test
    void aDependantThatIsStuckDoesNotHoldUpTheStop() {
        Stage stage = Stage.of(web(Condition.READY), Specs.process("base")).allUp();
        stage.stop("web", "base");
        stage.stuck("web");
        assertThat(stage.take()).containsExactly("stop web", "stop base");
    }

    @Test
    void aKillDoesNotWaitForAnybody() {
        Stage stage = Stage.of(web(Condition.READY), Specs.process("base")).allUp();
        stage.kill("web", "base");
        assertThat(stage.take()).containsExactlyInAnyOrder("kill web", "kill base");
    }

    @Test
    void aStartTakesAStopBackThatHasNotReachedItYet() {
        Stage stage = Stage.of(web(Condition.READY), Specs.process("base")).allUp();
        stage.stop("web", "base");
        stage.start("base");
        stage.gone("web");
        assertThat(stage.take()).containsExactly("stop web");
        assertThat(stage.word("base")).isEqualTo(Word.RUNNING);
    }

    @Test
    void aRestartOfBothStopsInReverseOrderAndStartsInOrder() {
        Stage stage = Stage.of(web(Condition.READY), Specs.process("base")).allUp();
        stage.restart("web", "base");
        stage.obey();
        assertThat(stage.take())
                .containsExactly("stop web", "stop base", "spawn base", "spawn web");
    }

    @Test
    void whatDoesNotDependOnEachOtherStartsAndStopsAtOnce() {
        Stage stage = Stage.of(Specs.process("one"), Specs.process("two"));
        stage.start("one", "two");
        assertThat(stage.take()).containsExactly("spawn one", "spawn two");
        stage.obey();
        stage.stop("one", "two");
        assertThat(stage.take()).containsExactly("stop one", "stop two");
    }
}
