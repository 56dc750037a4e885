package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Map;

/** Starts that wait for what is outside of the stack. */
class DelayRulesTest {
    private static final String BUS = "waiting for the bus";
    private static final String LOCKED = "waiting for the bus: it does not let us in";

    private final Stage stage =
            new Stage(
                    StackSpec.of(
                            Specs.process("bot"),
                            Specs.process("web").dependsOn(Map.of("bot", Condition.READY))));

    private void delayed(String why, boolean lasting) {
        stage.on(new TreeInput.Delayed("bot", stage.run("bot"), why, lasting));
    }

    @Test
    void aStartThatCannotGoOnWaitsAndSaysForWhat() {
        stage.start("bot");
        delayed(BUS, false);
        assertThat(stage.word("bot")).isEqualTo(Word.WAITING);
        assertThat(stage.view("bot").reason()).isEqualTo(BUS);
        assertThat(stage.last(ProcessEventKind.WAITING).text()).isEqualTo(BUS);
        stage.pass(Duration.ofDays(1));
        assertThat(stage.word("bot")).isEqualTo(Word.WAITING);
        stage.spawned("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.view("bot").restarts()).as("none of it was a failure").isZero();
    }

    @Test
    void theSameReasonIsToldOnce() {
        stage.start("bot");
        delayed(BUS, false);
        delayed(BUS, false);
        delayed(LOCKED, true);
        delayed(BUS, false);
        assertThat(stage.told("bot").stream().filter(ProcessEventKind.WAITING::equals)).hasSize(3);
    }

    @Test
    void oneThatWaitsUntilSomebodyActsIsBlockedAndSoAreThoseBehindIt() {
        stage.start("bot", "web");
        delayed(BUS, false);
        assertThat(stage.word("web")).isEqualTo(Word.WAITING);
        delayed(LOCKED, true);
        assertThat(stage.word("bot")).isEqualTo(Word.BLOCKED);
        assertThat(stage.word("web")).isEqualTo(Word.BLOCKED);
        delayed(BUS, false);
        assertThat(stage.word("bot")).isEqualTo(Word.WAITING);
        assertThat(stage.word("web")).isEqualTo(Word.WAITING);
        stage.spawned("bot");
        assertThat(stage.word("web")).isEqualTo(Word.STARTING);
    }

    @Test
    void oneThatIsToBeStoppedWaitsForNothing() {
        stage.start("bot");
        delayed(BUS, false);
        stage.stop("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STARTING);
        delayed(LOCKED, true);
        assertThat(stage.word("bot")).isEqualTo(Word.STARTING);
        stage.givenUp("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
    }

    @Test
    void aReplacementThatCannotStartNowIsGivenUpAndTheOldOneStays() {
        stage.start("bot");
        stage.spawned("bot");
        long old = stage.run("bot");
        stage.replace("bot");
        long understudy = stage.last(ProcessEventKind.STARTING).run();
        stage.on(new TreeInput.Delayed("bot", understudy, BUS, false));
        stage.on(
                new TreeInput.SpawnFailed(
                        "bot",
                        understudy,
                        "stopped before it had begun",
                        TreeInput.NoStart.GIVEN_UP));
        assertThat(stage.last(ProcessEventKind.REPLACEMENT_FAILED).text())
                .isEqualTo("not replaced: " + BUS);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.run("bot")).isEqualTo(old);
    }
}
