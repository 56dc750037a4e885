package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.StopReport.Took;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Map;

/** One that had to be killed because it did not end when it was asked to says so. */
class ForcedStopRulesTest {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Stage stage = Stage.of(Specs.process("bot")).allUp();

    @Test
    void oneThatOutlivesItsGraceIsToldBeforeItsEnd() {
        stage.stop("bot");
        stage.gone("bot", Took.KILL, GRACE.plusMillis(3));

        assertThat(stage.told("bot"))
                .endsWith(ProcessEventKind.STOP_FORCED, ProcessEventKind.STOPPED);
        assertThat(stage.last(ProcessEventKind.STOP_FORCED).text())
                .isEqualTo("did not end within 5 s of SIGTERM, so it was killed");
        assertThat(stage.last(ProcessEventKind.STOP_FORCED).details())
                .isEqualTo(Map.of("signal", "TERM", "grace_ms", "5000"));
    }

    @Test
    void oneThatEndsInTimeIsNot() {
        stage.stop("bot");
        stage.gone("bot", Took.TERMINATE, GRACE.minusMillis(3));

        assertThat(stage.told("bot")).doesNotContain(ProcessEventKind.STOP_FORCED);
    }

    @Test
    void oneThatSomebodyKillsIsNot() {
        stage.stop("bot");
        stage.kill("bot");
        stage.gone("bot", Took.KILL, Duration.ofMillis(20));

        assertThat(stage.told("bot")).doesNotContain(ProcessEventKind.STOP_FORCED);
    }
}
