package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Map;

/** Another stack in the place of the first: what restarts, and what does not notice. */
class ReloadRulesTest {
    private static final ProcessSpec BOT = Specs.process("bot");
    private static final ProcessSpec OTHER = BOT.child(ChildSpec.of("/bin/other"));

    private final Stage stage = Stage.of(BOT).allUp();

    private void change(ProcessSpec... processes) {
        stage.change(StackSpec.of(processes));
    }

    @Test
    void theSameStackChangesNothing() {
        int before = stage.told("bot").size();
        change(BOT);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.told("bot")).hasSize(before);
    }

    @Test
    void anotherCommandRestartsItWithoutCountingAsACrash() {
        change(OTHER);
        assertThat(stage.take()).containsExactly("stop bot");
        stage.obey();
        assertThat(stage.take()).containsExactly("spawn bot");
        assertThat(stage.view("bot").spec()).isEqualTo(OTHER);
        assertThat(stage.view("bot").restarts()).isZero();
    }

    @Test
    void anotherReadinessRestartsIt() {
        change(BOT.readiness(Readiness.by(new Probe.LogLine("up"))));
        assertThat(stage.take()).containsExactly("stop bot");
    }

    @Test
    void anotherPolicyHoldsFromNowOnWithoutARestart() {
        change(BOT.restart(Specs.policy().limit(LimitTest.none())));
        assertThat(stage.take()).isEmpty();
        stage.crashes("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.GAVE_UP);
    }

    @Test
    void livenessIsWatchedFromTheChangeOnWithoutARestart() {
        change(BOT.liveness(Liveness.by(new Probe.Tcp("localhost", 1))));
        stage.seconds(10);
        assertThat(stage.take()).containsExactly("ask bot LIVE");
        change(BOT);
        stage.probed("bot", TreeInput.Role.LIVE, false);
        stage.seconds(600);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
    }

    @Test
    void whatIsNewIsStartedUnlessItIsDisabled() {
        change(BOT, Specs.process("new"), Specs.process("later").enabled(false));
        assertThat(stage.take()).containsExactly("spawn new");
        assertThat(stage.word("later")).isEqualTo(Word.DISABLED);
        assertThat(stage.told("new")).startsWith(ProcessEventKind.ADDED);
    }

    @Test
    void whatIsGoneIsStoppedAndThenForgotten() {
        change();
        assertThat(stage.take()).containsExactly("stop bot");
        assertThat(stage.knows("bot")).isTrue();
        stage.gone("bot");
        assertThat(stage.knows("bot")).isFalse();
        assertThat(stage.told("bot")).endsWith(ProcessEventKind.STOPPED, ProcessEventKind.REMOVED);
    }

    @Test
    void whatIsGoneAndStuckIsNotForgotten() {
        change();
        stage.stuck("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STUCK);
        stage.gone("bot");
        assertThat(stage.knows("bot")).isFalse();
    }

    @Test
    void whatIsGoneAndDownIsForgottenAtOnce() {
        stage.stop("bot");
        stage.obey();
        change();
        assertThat(stage.knows("bot")).isFalse();
    }

    @Test
    void whatReturnsWhileItIsBeingStoppedIsStartedAgain() {
        change();
        change(BOT);
        stage.gone("bot");
        assertThat(stage.take()).containsExactly("stop bot", "spawn bot");
    }

    @Test
    void aNameThatReturnsLaterNeverUsesARunNumberAgain() {
        long first = stage.run("bot");
        change();
        stage.gone("bot");
        change(BOT);
        assertThat(stage.run("bot")).isGreaterThan(first);
        stage.take();
        stage.on(new TreeInput.Exited("bot", first, Specs.code(1)));
        assertThat(stage.take()).isEmpty();
        assertThat(stage.word("bot")).isEqualTo(Word.STARTING);
    }

    @Test
    void whatIsRemovedTogetherIsStoppedInReverseOrder() {
        ProcessSpec web = Specs.process("web").dependsOn(Map.of("bot", Condition.READY));
        change(BOT, web);
        stage.obey();
        stage.take();
        change();
        assertThat(stage.take()).containsExactly("stop web");
        stage.gone("web");
        assertThat(stage.take()).containsExactly("stop bot");
        stage.gone("bot");
        assertThat(stage.knows("bot")).isFalse();
    }

    @Test
    void whatSomebodyStoppedStaysDownWhenItsCommandChanges() {
        stage.stop("bot");
        stage.obey();
        stage.take();
        change(OTHER);
        assertThat(stage.take()).isEmpty();
        stage.start("bot");
        assertThat(stage.take()).containsExactly("spawn bot");
        assertThat(stage.view("bot").spec()).isEqualTo(OTHER);
    }

    @Test
    void aProcessThatHasGivenUpIsTriedAgainWithItsNewCommand() {
        change(BOT.restart(Specs.policy().limit(new Limit(0, Duration.ofSeconds(1)))));
        stage.crashes("bot");
        stage.take();
        change(OTHER);
        assertThat(stage.take()).containsExactly("spawn bot");
    }

    @Test
    void aChangeDuringTheStartIsRunOnceTheFirstIsGone() {
        stage.stop("bot");
        stage.obey();
        stage.start("bot");
        stage.take();
        change(OTHER);
        stage.obey();
        assertThat(stage.take()).containsExactly("stop bot", "spawn bot");
        assertThat(stage.view("bot").spec()).isEqualTo(OTHER);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
    }

    @Test
    void whatBecomesEnabledIsStarted() {
        change(BOT, Specs.process("later").enabled(false));
        change(BOT, Specs.process("later"));
        assertThat(stage.take()).containsExactly("spawn later");
    }

    @Test
    void aNewDependencyHoldsForTheNextStart() {
        change(
                BOT.dependsOn(Map.of("base", Condition.READY)),
                Specs.process("base").enabled(false));
        assertThat(stage.take()).isEmpty();
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        stage.crashes("bot");
        stage.pass(Duration.ZERO);
        assertThat(stage.word("bot")).isEqualTo(Word.BLOCKED);
    }
}
