package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Diagnosis;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy.FirstStart;
import dev.foster.supervise.spec.RestartPolicy.When;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.Strategy;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/** What becomes of a process that fails before it was ready even once. */
class FirstStartRulesTest {
    private static final ProcessSpec STRICT =
            Specs.process("bot")
                    .restart(Specs.policy().firstStart(FirstStart.FAIL))
                    .readiness(Readiness.by(new Probe.LogLine("up")).within(Duration.ofSeconds(5)));

    private static Stage started(ProcessSpec spec) {
        Stage stage = Stage.of(spec);
        stage.start("bot");
        stage.take();
        return stage;
    }

    @Test
    void itIsRetriedUnlessSomebodySaysOtherwise() {
        Stage stage = started(Specs.process("bot"));
        stage.spawnFailed("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
    }

    @Test
    void whatCannotHealByItselfIsNotRetried() {
        Stage stage = started(Specs.process("bot", When.ALWAYS));
        stage.spawnFailedForGood("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.FAILED);
        assertThat(stage.view("bot").reason())
                .isEqualTo("no such program; not retried, for that does not heal by itself");
        stage.start("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STARTING);
    }

    @Test
    void whatCannotHealByItselfIsRetriedWhereSomebodyWantsThat() {
        Stage stage =
                started(Specs.process("bot").restart(Specs.policy().firstStart(FirstStart.RETRY)));
        stage.spawnFailedForGood("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
    }

    @Test
    void whatHadNothingToStartWithIsTriedBeyondItsLimit() {
        Stage stage = started(Specs.process("bot"));
        for (int i = 0; i < 50; i++) {
            stage.spawnFailedByShortage("bot");
            assertThat(stage.word("bot")).as("attempt " + i).isEqualTo(Word.RESTARTING);
            stage.pass(Duration.ofNanos(Math.max(0, stage.deadline() - stage.now())));
        }
        stage.spawned("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
    }

    @Test
    void whatWasReadyBeforeIsRetriedEvenIfItCannotHeal() {
        Stage stage = started(Specs.process("bot"));
        stage.spawned("bot");
        stage.crashes("bot");
        stage.pass(Duration.ZERO);
        stage.spawnFailedForGood("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
    }

    @Test
    void aDiagnosisIsTheReason() {
        Stage stage = started(STRICT.restart(Specs.policy()));
        stage.spawned("bot");
        stage.diagnosed("bot", new Diagnosis("cannot initialize bot: no database", false));
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
        assertThat(stage.view("bot").reason())
                .isEqualTo("first failure, cannot initialize bot: no database");

        stage.pass(Duration.ZERO);
        stage.spawned("bot");
        stage.diagnosed("bot", new Diagnosis("cannot import bot: no module", true));
        assertThat(stage.word("bot")).isEqualTo(Word.FAILED);
        assertThat(stage.view("bot").reason())
                .isEqualTo(
                        "cannot import bot: no module; not retried, for that does not heal by"
                                + " itself");
        assertThat(stage.told("bot")).contains(ProcessEventKind.EXITED, ProcessEventKind.FAILED);
    }

    @Test
    void aStartThatFailsIsFinal() {
        Stage stage = started(STRICT);
        stage.spawnFailed("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.FAILED);
        assertThat(stage.view("bot").reason())
                .isEqualTo(
                        "no such program; it was never ready, and its first start is not retried");
        assertThat(stage.told("bot")).contains(ProcessEventKind.FAILED);
        stage.seconds(3600);
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void anEndBeforeItIsReadyIsFinal() {
        Stage stage = started(STRICT);
        stage.spawned("bot");
        stage.crashes("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.FAILED);
    }

    @Test
    void notToBeReadyInTimeIsFinal() {
        Stage stage = started(STRICT);
        stage.spawned("bot");
        stage.seconds(5);
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.FAILED);
        assertThat(stage.view("bot").reason()).startsWith("not ready within 5 s; ");
    }

    @Test
    void oneThatWasReadyOnceIsRestartedAndItsLaterStartsAreRetried() {
        Stage stage = started(STRICT);
        stage.spawned("bot");
        stage.saidReady("bot");
        stage.crashes("bot");
        stage.pass(Duration.ZERO);
        stage.spawnFailed("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
    }

    @Test
    void whatSomebodyStartsOrRestartsIsAFirstStartAgain() {
        Stage restarted = started(STRICT);
        restarted.spawned("bot");
        restarted.saidReady("bot");
        restarted.restart("bot");
        restarted.gone("bot");
        restarted.spawnFailed("bot");
        assertThat(restarted.word("bot")).isEqualTo(Word.FAILED);

        restarted.start("bot");
        restarted.spawned("bot");
        restarted.saidReady("bot");
        restarted.crashes("bot");
        assertThat(restarted.word("bot")).isEqualTo(Word.RESTARTING);
        restarted.start("bot");
        restarted.spawnFailed("bot");
        assertThat(restarted.word("bot")).isEqualTo(Word.FAILED);
    }

    @Test
    void aGroupThatCannotBeWholeWithoutItFails() {
        Stage stage =
                new Stage(
                        new StackSpec(
                                List.of(Specs.process("base"), STRICT),
                                List.of(Specs.group("g", Strategy.ONE_FOR_ALL, "base", "bot"))));
        stage.start("base", "bot");
        stage.spawned("base");
        stage.spawnFailed("bot");
        stage.settle();
        assertThat(stage.words()).containsExactly(Word.GAVE_UP, Word.FAILED);
    }
}
