package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.rules.TreeInput.Role;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy.When;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/** How the health of a process that is ready is watched: every 10 s, 2 s each, 3 failures. */
class LivenessRulesTest {
    private static final Liveness BY_PORT = Liveness.by(new Probe.Tcp("localhost", 1));
    private static final Liveness BY_WATCHDOG = Liveness.by(new Probe.Notify());

    private static ProcessSpec spec(Liveness liveness) {
        return Specs.process("bot").liveness(liveness);
    }

    private static void miss(Stage stage) {
        stage.seconds(10);
        stage.probed("bot", Role.LIVE, false);
    }

    @Test
    void itIsAskedOncePerPeriod() {
        Stage stage = Stage.of(spec(BY_PORT)).allUp();
        stage.pass(Duration.ofSeconds(10).minusNanos(1));
        assertThat(stage.take()).isEmpty();
        stage.pass(Duration.ofNanos(1));
        assertThat(stage.take()).containsExactly("ask bot LIVE");
        stage.probed("bot", Role.LIVE, true);
        stage.seconds(10);
        assertThat(stage.take()).containsExactly("ask bot LIVE");
    }

    @Test
    void itIsNotAskedBeforeItIsReady() {
        Readiness byLine = Readiness.by(new Probe.LogLine("up"));
        Stage stage = Stage.of(spec(BY_PORT).readiness(byLine)).allUp();
        stage.seconds(60);
        assertThat(stage.take()).isEmpty();
        stage.saidReady("bot");
        stage.seconds(10);
        assertThat(stage.take()).containsExactly("ask bot LIVE");
    }

    @Test
    void asManyFailuresInARowAsAllowedMakeItUnhealthyAndItIsRestarted() {
        Stage stage = Stage.of(spec(BY_PORT)).allUp();
        miss(stage);
        assertThat(stage.word("bot")).isEqualTo(Word.UNHEALTHY);
        miss(stage);
        stage.take();
        miss(stage);
        assertThat(stage.take()).containsExactly("ask bot LIVE", "stop bot");
        assertThat(stage.last(ProcessEventKind.UNHEALTHY).text()).isEqualTo("unhealthy: refused");
        stage.gone("bot");
        stage.pass(Duration.ZERO);
        assertThat(stage.take()).containsExactly("spawn bot");
        stage.spawned("bot");
        assertThat(stage.view("bot").restarts()).isOne();
    }

    @Test
    void oneGoodAnswerMakesItHealthyAgainAndTheCountBeginsAnew() {
        Stage stage = Stage.of(spec(BY_PORT)).allUp();
        miss(stage);
        miss(stage);
        stage.seconds(10);
        stage.probed("bot", Role.LIVE, true);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.last(ProcessEventKind.PROBE_RECOVERED).text()).isEqualTo("healthy again");
        miss(stage);
        miss(stage);
        assertThat(stage.word("bot")).isEqualTo(Word.UNHEALTHY);
        assertThat(stage.told("bot")).doesNotContain(ProcessEventKind.UNHEALTHY);
    }

    @Test
    void aProbeThatNeverAnswersIsAFailure() {
        Stage stage = Stage.of(spec(BY_PORT.failures(1))).allUp();
        stage.seconds(10);
        stage.take();
        stage.pass(BY_PORT.timeout().plusNanos(ChildRules.PROBE_SLACK));
        assertThat(stage.take()).containsExactly("stop bot");
        assertThat(stage.last(ProcessEventKind.UNHEALTHY).text()).isEqualTo("unhealthy: no answer");
    }

    @Test
    void anAnswerThatComesTooLateIsNotHeard() {
        Stage stage = Stage.of(spec(BY_PORT)).allUp();
        stage.seconds(10);
        stage.pass(BY_PORT.timeout().plusNanos(ChildRules.PROBE_SLACK));
        assertThat(stage.word("bot")).isEqualTo(Word.UNHEALTHY);
        stage.probed("bot", Role.LIVE, true);
        assertThat(stage.word("bot")).isEqualTo(Word.UNHEALTHY);
    }

    @Test
    void anUnhealthyProcessThatIsNotToBeRestartedHasFailed() {
        Stage stage = Stage.of(Specs.process("bot", When.NO).liveness(BY_PORT.failures(1))).allUp();
        miss(stage);
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.FAILED);
        assertThat(stage.view("bot").reason()).isEqualTo("unhealthy: refused");
    }

    @Test
    void whatIsBeingStoppedIsNotRestartedForItsHealth() {
        Stage stage = Stage.of(spec(BY_PORT.failures(1))).allUp();
        stage.seconds(10);
        stage.take();
        stage.stop("bot");
        stage.probed("bot", Role.LIVE, false);
        stage.gone("bot");
        stage.seconds(3600);
        assertThat(stage.take()).containsExactly("stop bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPED);
        assertThat(stage.told("bot")).doesNotContain(ProcessEventKind.UNHEALTHY);
    }

    @Test
    void aWatchdogThatIsHeardOncePerPeriodKeepsItUp() {
        Stage stage = Stage.of(spec(BY_WATCHDOG.failures(1))).allUp();
        for (int i = 0; i < 20; i++) {
            stage.pass(Duration.ofSeconds(10).minusNanos(1));
            stage.saidAlive("bot");
        }
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void aWatchdogThatFallsSilentMakesItUnhealthy() {
        Stage stage = Stage.of(spec(BY_WATCHDOG.failures(2))).allUp();
        stage.seconds(10);
        assertThat(stage.word("bot")).isEqualTo(Word.UNHEALTHY);
        assertThat(stage.take()).isEmpty();
        stage.seconds(10);
        assertThat(stage.take()).containsExactly("stop bot");
    }

    @Test
    void aWatchdogThatIsHeardAgainIsToldAsRecovered() {
        Stage stage = Stage.of(spec(BY_WATCHDOG)).allUp();
        stage.seconds(10);
        stage.saidAlive("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.told("bot"))
                .endsWith(ProcessEventKind.PROBE_FAILED, ProcessEventKind.PROBE_RECOVERED);
    }
}
