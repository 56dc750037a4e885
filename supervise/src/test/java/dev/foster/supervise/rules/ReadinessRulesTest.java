package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.rules.TreeInput.Role;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy.When;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/** When a process that is up becomes ready, and what happens when it does not. */
class ReadinessRulesTest {
    private static final Readiness BY_LINE = Readiness.by(new Probe.LogLine("listening"));

    // Every 500 ms, each attempt 2 s, all of it 90 s.
    private static final Readiness BY_PORT = Readiness.by(new Probe.Tcp("localhost", 1));

    private static Stage started(ProcessSpec spec) {
        Stage stage = Stage.of(spec);
        stage.start("bot");
        stage.spawned("bot");
        stage.take();
        return stage;
    }

    private static Stage started(Readiness readiness) {
        return started(Specs.process("bot").readiness(readiness));
    }

    @Test
    void withoutAProbeItIsReadyOnceStarted() {
        Stage stage = started(Specs.process("bot"));
        assertThat(stage.view("bot").ready()).isTrue();
        assertThat(stage.told("bot")).endsWith(ProcessEventKind.STARTED, ProcessEventKind.READY);
    }

    @Test
    void oneThatSpeaksUpIsReadyWhenItSaysSo() {
        Stage stage = started(BY_LINE);
        stage.seconds(3);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.word("bot")).isEqualTo(Word.STARTING);
        stage.saidReady("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.last(ProcessEventKind.READY).text()).isEqualTo("ready after 3 s");
    }

    @Test
    void sayingItTwiceIsToldOnce() {
        Stage stage = started(BY_LINE);
        stage.saidReady("bot");
        stage.saidReady("bot");
        assertThat(stage.told("bot")).containsOnlyOnce(ProcessEventKind.READY);
    }

    @Test
    void oneThatIsAskedIsAskedAtOnceAndThenOncePerPeriod() {
        Stage stage = started(BY_PORT);
        stage.pass(Duration.ZERO);
        assertThat(stage.take()).containsExactly("ask bot READY");
        stage.probed("bot", Role.READY, false);
        stage.pass(Duration.ofMillis(499));
        assertThat(stage.take()).isEmpty();
        stage.pass(Duration.ofMillis(1));
        assertThat(stage.take()).containsExactly("ask bot READY");
        stage.probed("bot", Role.READY, true);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        stage.seconds(600);
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void noSecondProbeIsAskedWhileOneIsUnderWay() {
        Stage stage = started(BY_PORT);
        stage.seconds(1);
        assertThat(stage.take()).containsExactly("ask bot READY");
    }

    @Test
    void aProbeThatNeverAnswersCountsAsFailedAfterItsTimeOutAndASlack() {
        Stage stage = started(BY_PORT);
        stage.pass(Duration.ZERO);
        stage.pass(BY_PORT.timeout().plusNanos(ChildRules.PROBE_SLACK));
        stage.take();
        stage.pass(BY_PORT.period());
        assertThat(stage.take()).containsExactly("ask bot READY");
    }

    @Test
    void oneThatIsNotReadyInTimeIsStoppedAndCountsAsFailed() {
        Stage stage = started(Specs.process("bot", When.NO).readiness(BY_LINE));
        stage.pass(Duration.ofSeconds(90).minusNanos(1));
        assertThat(stage.take()).isEmpty();
        stage.pass(Duration.ofNanos(1));
        assertThat(stage.take()).containsExactly("stop bot");
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.FAILED);
        assertThat(stage.view("bot").reason()).isEqualTo("not ready within 90 s");
    }

    @Test
    void oneThatIsNotReadyInTimeIsTriedAgainAfterItsBackoff() {
        var policy = Specs.policy().backoff(new Backoff.Steps(List.of(Duration.ofSeconds(7))));
        Stage stage = started(Specs.process("bot").readiness(BY_LINE).restart(policy));
        stage.seconds(90);
        stage.gone("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
        stage.take();
        stage.seconds(7);
        assertThat(stage.take()).containsExactly("spawn bot");
    }

    @Test
    void onceReadyItIsNoLongerHeldToBeingReadyInTime() {
        Stage stage = started(BY_LINE);
        stage.saidReady("bot");
        stage.seconds(3600);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void everyRunHasToBecomeReadyAnew() {
        Stage stage = started(BY_LINE);
        stage.saidReady("bot");
        stage.crashes("bot");
        stage.pass(Duration.ZERO);
        stage.spawned("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.STARTING);
        assertThat(stage.view("bot").ready()).isFalse();
    }

    @Test
    void whatIsBeingStoppedIsNotAskedAnyMore() {
        Stage stage = started(BY_PORT);
        stage.pass(Duration.ZERO);
        stage.take();
        stage.stop("bot");
        stage.probed("bot", Role.READY, true);
        stage.seconds(5);
        assertThat(stage.take()).containsExactly("stop bot");
        assertThat(stage.told("bot")).doesNotContain(ProcessEventKind.READY);
    }
}
