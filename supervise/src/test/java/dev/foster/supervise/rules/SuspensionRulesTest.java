package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** One that somebody suspended says so, and nothing else changes for it. */
class SuspensionRulesTest {
    private static final Probe PROBE = new Probe.Tcp("localhost", 1);

    @Test
    void oneThatIsSuspendedIsShownSoUntilItIsContinued() {
        Stage stage = Stage.of(Specs.process("bot"));
        stage.start("bot");
        stage.spawned("bot");

        stage.suspended("bot", true);
        assertThat(stage.word("bot")).isEqualTo(Word.SUSPENDED);
        assertThat(stage.view("bot").ready()).isTrue();
        assertThat(stage.last(ProcessEventKind.SUSPENDED).text())
                .isEqualTo("suspended until it is continued");

        stage.suspended("bot", false);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.last(ProcessEventKind.CONTINUED).text()).isEqualTo("continued");
    }

    @Test
    void theSameNewsTwiceIsToldOnce() {
        Stage stage = Stage.of(Specs.process("bot"));
        stage.start("bot");
        stage.spawned("bot");

        stage.suspended("bot", false);
        stage.suspended("bot", true);
        stage.suspended("bot", true);

        assertThat(stage.told("bot")).containsOnlyOnce(ProcessEventKind.SUSPENDED);
        assertThat(stage.told("bot")).doesNotContain(ProcessEventKind.CONTINUED);
    }

    @Test
    void oneThatIsSuspendedIsStillAskedHowItIs() {
        Stage stage = Stage.of(Specs.process("bot").liveness(Liveness.by(PROBE).failures(1)));
        stage.start("bot");
        stage.spawned("bot");
        stage.suspended("bot", true);

        stage.seconds(10);
        stage.probed("bot", TreeInput.Role.LIVE, false);

        assertThat(stage.word("bot")).isEqualTo(Word.STOPPING);
        assertThat(stage.last(ProcessEventKind.UNHEALTHY).text()).isEqualTo("unhealthy: refused");
    }

    @Test
    void whatWaitsForItsReadinessGoesOnWaiting() {
        Stage stage =
                Stage.of(
                        Specs.process("web").dependsOn(Map.of("bot", Condition.READY)),
                        Specs.process("bot").readiness(Readiness.by(PROBE)));
        stage.start("web", "bot");
        stage.spawned("bot");

        stage.suspended("bot", true);
        assertThat(stage.word("web")).isEqualTo(Word.WAITING);
        assertThat(stage.view("web").reason())
                .isEqualTo("waiting for bot to be ready, which is suspended");

        stage.seconds(90);
        assertThat(stage.word("bot")).isEqualTo(Word.STOPPING);
        assertThat(stage.last(ProcessEventKind.NOT_READY).text()).startsWith("not ready within");
    }
}
