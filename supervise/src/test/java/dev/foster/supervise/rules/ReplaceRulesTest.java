package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.Strategy;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One run in the place of another. */
class ReplaceRulesTest {
    private static final long OLD = 1;

    private static ProcessSpec bot() {
        return Specs.process("bot")
                .readiness(Readiness.by(new Probe.LogLine("up")).within(Duration.ofSeconds(5)));
    }

    /** The bot is ready, and its understudy runs beside it. */
    private static Stage rehearsing(ProcessSpec... others) {
        var all = new ArrayList<>(List.of(bot()));
        all.addAll(List.of(others));
        return rehearsing(StackSpec.of(all.toArray(ProcessSpec[]::new)));
    }

    private static Stage rehearsing(StackSpec stack) {
        var stage = new Stage(stack);
        stage.start("bot");
        stage.obey();
        stage.saidReady("bot");
        stage.allUp();
        stage.take();
        stage.replace("bot");
        assertThat(stage.take()).containsExactly("spawn bot");
        stage.spawnedBeside("bot");
        return stage;
    }

    /** The number of the run that was asked for last. */
    private static long understudy(Stage stage) {
        return stage.last(ProcessEventKind.STARTING).run();
    }

    private static void understudyReady(Stage stage) {
        stage.on(new TreeInput.SaidReady("bot", understudy(stage)));
    }

    @Test
    void theOldOneCountsUntilTheNewOneIsReady() {
        Stage stage = rehearsing();
        assertThat(stage.run("bot")).isEqualTo(OLD);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        understudyReady(stage);
        assertThat(stage.run("bot")).isEqualTo(understudy(stage));
        assertThat(stage.view("bot").pid()).hasValue(102);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.take()).containsExactly("retire bot");
        stage.gone("bot", OLD);
        assertThat(stage.last(ProcessEventKind.STOPPED).run()).isEqualTo(OLD);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
    }

    @Test
    void oneThatIsNotReadyInTimeIsEndedAndTheOldOneStays() {
        Stage stage = rehearsing();
        stage.seconds(5);
        assertThat(stage.take()).containsExactly("stop bot");
        stage.gone("bot", understudy(stage));
        assertThat(stage.last(ProcessEventKind.REPLACEMENT_FAILED).details())
                .containsEntry("why", "not ready within 5 s");
        assertThat(stage.run("bot")).isEqualTo(OLD);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.view("bot").restarts()).isZero();
    }

    @Test
    void oneThatEndsIsNotStartedAgain() {
        Stage stage = rehearsing();
        stage.on(new TreeInput.Exited("bot", understudy(stage), Specs.code(3)));
        stage.gone("bot", understudy(stage));
        assertThat(stage.last(ProcessEventKind.REPLACEMENT_FAILED).text())
                .isEqualTo("not replaced: exit 3");
        assertThat(stage.told("bot"))
                .doesNotContain(ProcessEventKind.RESTARTING, ProcessEventKind.FAILED);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
    }

    @Test
    void oneThatCannotBeStartedChangesNothing() {
        var stage = new Stage(StackSpec.of(Specs.process("bot"))).allUp();
        stage.replace("bot");
        stage.on(
                new TreeInput.SpawnFailed(
                        "bot", understudy(stage), "no such program", TreeInput.NoStart.PASSING));
        assertThat(stage.last(ProcessEventKind.REPLACEMENT_FAILED).details())
                .containsEntry("why", "no such program");
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
    }

    @Test
    void aStopIsDoneWhenTheUnderstudyIsGoneToo() {
        Stage stage = rehearsing();
        stage.stop("bot");
        assertThat(stage.take()).containsExactlyInAnyOrder("stop bot", "stop bot");
        stage.gone("bot", OLD);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPING);
        stage.gone("bot", understudy(stage));
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        assertThat(stage.told("bot")).contains(ProcessEventKind.REPLACEMENT_FAILED);
    }

    @Test
    void aKillIsAKillForBoth() {
        Stage stage = rehearsing();
        stage.kill("bot");
        assertThat(stage.take()).containsExactly("kill bot", "kill bot");
        stage.gone("bot", understudy(stage));
        stage.gone("bot", OLD);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
    }

    @Test
    void aStopWhileTheOldOneRetiresHurriesItAndWaitsForIt() {
        Stage stage = rehearsing();
        understudyReady(stage);
        stage.take();
        stage.stop("bot");
        assertThat(stage.take()).containsExactlyInAnyOrder("stop bot", "stop bot");
        stage.gone("bot", understudy(stage));
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPING);
        stage.gone("bot", OLD);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
    }

    @Test
    void anUnderstudyIsNotReadyForWhatChangedMeanwhile() {
        Stage stage = rehearsing();
        stage.change(StackSpec.of(bot().child(ChildSpec.of("/bin/other"))));
        assertThat(stage.take()).containsExactlyInAnyOrder("stop bot", "stop bot");
        understudyReady(stage);
        stage.gone("bot", OLD);
        stage.gone("bot", understudy(stage));
        assertThat(stage.take()).containsExactly("spawn bot");
        assertThat(stage.run("bot")).isGreaterThan(OLD + 1);
    }

    @Test
    void itGoesWithAProcessThatLeavesTheStack() {
        Stage stage = rehearsing();
        stage.change(StackSpec.of(Specs.process("other").enabled(false)));
        stage.gone("bot", OLD);
        assertThat(stage.knows("bot")).isTrue();
        stage.gone("bot", understudy(stage));
        assertThat(stage.knows("bot")).isFalse();
    }

    @Test
    void anOldOneThatEndsByItselfIsRestartedOnceTheUnderstudyIsGone() {
        Stage stage = rehearsing();
        stage.on(new TreeInput.Exited("bot", OLD, Specs.code(1)));
        stage.gone("bot", OLD);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPING);
        stage.gone("bot", understudy(stage));
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
    }

    @Test
    void aNewOneThatEndsWhileTheOldOneRetiresIsRestartedByItsPolicy() {
        Stage stage = rehearsing();
        understudyReady(stage);
        stage.on(new TreeInput.Exited("bot", understudy(stage), Specs.code(1)));
        stage.gone("bot", understudy(stage));
        stage.gone("bot", OLD);
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
    }

    @Test
    void itsGroupDoesNotNotice() {
        var group =
                new GroupSpec(
                        "all", Strategy.ONE_FOR_ALL, Optional.empty(), List.of("bot", "friend"));
        Stage stage =
                rehearsing(new StackSpec(List.of(bot(), Specs.process("friend")), List.of(group)));
        understudyReady(stage);
        stage.gone("bot", OLD);
        assertThat(stage.take()).containsExactly("retire bot");
        assertThat(stage.up()).containsExactly("bot", "friend");
    }

    @Test
    void nobodyWhoDependsOnItIsRestarted() {
        Stage stage = rehearsing(Specs.process("user").dependsOn(Map.of("bot", Condition.READY)));
        understudyReady(stage);
        stage.gone("bot", OLD);
        assertThat(stage.take()).containsExactly("retire bot");
        assertThat(stage.up()).containsExactly("bot", "user");
    }

    @Test
    void onlyWhatIsReadyCanBeReplaced() {
        Stage stage = Stage.of(bot());
        stage.replace("bot");
        assertThat(stage.last(ProcessEventKind.REPLACEMENT_FAILED).details().get("why"))
                .isEqualTo("it is not started; only what is ready can be replaced");
        stage.start("bot");
        stage.obey();
        stage.take();
        stage.replace("bot");
        assertThat(stage.last(ProcessEventKind.REPLACEMENT_FAILED).details().get("why"))
                .contains("it is starting");
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void oneReplacementAtATime() {
        Stage stage = rehearsing();
        stage.replace("bot");
        assertThat(stage.last(ProcessEventKind.REPLACEMENT_FAILED).text())
                .contains("being replaced already");
        understudyReady(stage);
        stage.take();
        stage.replace("bot");
        assertThat(stage.last(ProcessEventKind.REPLACEMENT_FAILED).text())
                .contains("has not ended yet");
        stage.gone("bot", OLD);
        stage.replace("bot");
        assertThat(stage.take()).containsExactly("spawn bot");
    }

    @Test
    void anOldOneThatDoesNotGoIsStuckOnItsOwn() {
        Stage stage = rehearsing();
        understudyReady(stage);
        stage.seconds(120);
        assertThat(stage.last(ProcessEventKind.STUCK).run()).isEqualTo(OLD);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        stage.kill("bot");
        stage.gone("bot", understudy(stage));
        stage.gone("bot", OLD);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
    }
}
