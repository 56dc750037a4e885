package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Exit;
import dev.foster.process.Signal;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.RestartPolicy.When;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.Set;

/** Which ends lead to a restart. */
class PolicyTest {

    @ParameterizedTest
    @CsvSource({
        "NO,             0,   COMPLETED",
        "NO,             1,   FAILED",
        "NO,             139, FAILED",
        "ON_FAILURE,     0,   COMPLETED",
        "ON_FAILURE,     1,   RESTARTING",
        "ON_FAILURE,     139, RESTARTING",
        "ALWAYS,         0,   RESTARTING",
        "ALWAYS,         1,   RESTARTING",
        "ALWAYS,         139, RESTARTING",
        "UNLESS_STOPPED, 0,   RESTARTING",
        "UNLESS_STOPPED, 1,   RESTARTING",
        "UNLESS_STOPPED, 139, RESTARTING",
    })
    void eachPolicyAfterSuccessFailureAndASignal(When when, int shellCode, Word word) {
        Stage stage = Stage.of(Specs.process("bot", when)).allUp();
        Exit exit =
                shellCode > 128 ? Specs.killed(new Signal(shellCode - 128)) : Specs.code(shellCode);
        stage.ends("bot", exit);
        assertThat(stage.word("bot")).isEqualTo(word);
        assertThat(stage.view("bot").lastExit()).contains(exit);
    }

    @ParameterizedTest
    @EnumSource(When.class)
    void whatSomebodyStopsStaysDownUnderEveryPolicy(When when) {
        Stage stage = Stage.of(Specs.process("bot", when)).allUp();
        stage.stop("bot");
        stage.ends("bot", Specs.killed(Signal.TERM));
        stage.seconds(3600);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        assertThat(stage.take()).containsExactly("stop bot");
    }

    @ParameterizedTest
    @EnumSource(When.class)
    void whatSomebodyRestartsComesBackUnderEveryPolicy(When when) {
        Stage stage = Stage.of(Specs.process("bot", when)).allUp();
        stage.restart("bot");
        stage.obey();
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.view("bot").restarts()).isZero();
    }

    @Test
    void othersThanZeroMayCountAsSuccessAndZeroNeedNot() {
        var odd = Specs.policy().successCodes(Set.of(3, 143));
        Stage code = Stage.of(Specs.process("bot").restart(odd)).allUp();
        code.ends("bot", Specs.code(3));
        assertThat(code.word("bot")).isEqualTo(Word.COMPLETED);

        Stage signal = Stage.of(Specs.process("bot").restart(odd)).allUp();
        signal.ends("bot", Specs.killed(Signal.TERM));
        assertThat(signal.word("bot")).isEqualTo(Word.COMPLETED);

        Stage zero = Stage.of(Specs.process("bot").restart(odd)).allUp();
        zero.ends("bot", Specs.code(0));
        assertThat(zero.word("bot")).isEqualTo(Word.RESTARTING);
    }

    @Test
    void anEndNobodySawIsAFailure() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        stage.ends("bot", Specs.exit(new Exit.Ending.Unknown("reaped by another")));
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
    }

    @Test
    void aStartThatFailsIsAFailure() {
        Stage no = Stage.of(Specs.process("bot", When.NO));
        no.start("bot");
        no.spawnFailed("bot");
        assertThat(no.word("bot")).isEqualTo(Word.FAILED);
        assertThat(no.view("bot").reason()).isEqualTo("no such program");

        Stage again = Stage.of(Specs.process("bot"));
        again.start("bot");
        again.spawnFailed("bot");
        again.pass(Duration.ZERO);
        assertThat(again.take()).containsExactly("spawn bot", "spawn bot");
    }

    @Test
    void theNextRunBeginsOnlyWhenWhatTheLastLeftBehindIsGone() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        stage.exited("bot", Specs.code(1));
        stage.seconds(1);
        assertThat(stage.take()).containsExactly("stop bot");
        stage.gone("bot");
        stage.pass(Duration.ZERO);
        assertThat(stage.take()).containsExactly("spawn bot");
    }
}
