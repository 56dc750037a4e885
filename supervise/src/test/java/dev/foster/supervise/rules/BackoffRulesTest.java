package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Quantities;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.RestartPolicy.When;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** How long a process that failed waits for its next start. */
class BackoffRulesTest {

    private static Stage with(Backoff backoff) {
        return Stage.of(Specs.process("bot").restart(Specs.policy().backoff(backoff))).allUp();
    }

    private static List<Duration> seconds(long... waits) {
        return Arrays.stream(waits).mapToObj(Duration::ofSeconds).toList();
    }

    /** Crashes it so often and notes how long each start takes to come. */
    private static List<Duration> waits(Stage stage, int crashes) {
        var waits = new ArrayList<Duration>();
        for (int i = 0; i < crashes; i++) {
            long begin = stage.now();
            stage.crashes("bot");
            assertThat(stage.word("bot")).isEqualTo(Word.RESTARTING);
            stage.pass(Duration.ofNanos(stage.deadline() - stage.now()));
            assertThat(stage.take()).contains("spawn bot");
            waits.add(Duration.ofNanos(stage.now() - begin));
            stage.obey();
        }
        return waits;
    }

    @Test
    void aTableIsGoneThroughAndItsLastWaitRepeated() {
        Stage stage = with(new Backoff.Steps(seconds(0, 1, 2, 4, 8, 16, 30)));
        assertThat(waits(stage, 9)).isEqualTo(seconds(0, 1, 2, 4, 8, 16, 30, 30, 30));
    }

    @Test
    void aGrowingWaitGrowsUpToItsLongest() {
        Stage stage =
                with(new Backoff.Growing(Duration.ofSeconds(1), 2, Duration.ofSeconds(10), 0));
        assertThat(waits(stage, 6)).isEqualTo(seconds(1, 2, 4, 8, 10, 10));
    }

    @Test
    void chanceMovesAWaitByItsJitterAndNoFurther() {
        var backoff = new Backoff.Growing(Duration.ofSeconds(4), 2, Duration.ofSeconds(60), 0.25);
        Stage low = with(backoff);
        low.chance(0);
        assertThat(waits(low, 2)).isEqualTo(seconds(3, 6));
        Stage high = with(backoff);
        high.chance(1);
        assertThat(waits(high, 2)).isEqualTo(seconds(5, 10));
    }

    @Test
    void afterBeingUpLongEnoughTheNextFailureIsTheFirstAgain() {
        Stage stage = with(new Backoff.Steps(seconds(1, 2, 4)));
        assertThat(waits(stage, 2)).isEqualTo(seconds(1, 2));
        stage.seconds(60);
        assertThat(waits(stage, 2)).isEqualTo(seconds(1, 2));
    }

    @Test
    void aMomentLessAndItIsOneMoreInTheRow() {
        Stage stage = with(new Backoff.Steps(seconds(1, 2, 4)));
        waits(stage, 2);
        stage.pass(Duration.ofSeconds(60).minusNanos(1));
        assertThat(waits(stage, 1)).isEqualTo(seconds(4));
    }

    @Test
    void aStartDuringTheBackoffComesAtOnceAndForgivesEarlierFailures() {
        Stage stage = with(new Backoff.Steps(seconds(1, 2, 4)));
        waits(stage, 2);
        stage.crashes("bot");
        stage.take();
        stage.start("bot");
        assertThat(stage.take()).containsExactly("spawn bot");
        stage.obey();
        assertThat(waits(stage, 1)).isEqualTo(seconds(1));
    }

    @Test
    void theWaitAndTheFailureAreToldInWords() {
        Stage stage = with(new Backoff.Steps(seconds(0, 1, 3)));
        waits(stage, 2);
        stage.crashes("bot");
        assertThat(stage.last(ProcessEventKind.RESTARTING).text())
                .isEqualTo("restarting in 3 s: third failure, exit 1");
        assertThat(stage.last(ProcessEventKind.RESTARTING).details())
                .containsEntry("wait_ms", "3000");
        assertThat(stage.view("bot").reason()).isEqualTo("third failure, exit 1");
        assertThat(stage.view("bot").until())
                .isEqualTo(stage.now() + Duration.ofSeconds(3).toNanos());
    }

    @Test
    void anEndThatIsNoFailureIsNotCalledOne() {
        Stage stage = Stage.of(Specs.process("bot", When.ALWAYS)).allUp();
        stage.ends("bot", Specs.code(0));
        assertThat(stage.last(ProcessEventKind.RESTARTING).text())
                .isEqualTo("restarting in 0 ms: ended well, exit 0");
    }

    @Test
    void failuresBeyondTheNinthAreCountedInFigures() {
        assertThat(
                        Stream.of(1, 2, 9, 10, 11, 21, 103)
                                .map(
                                        failures ->
                                                new Reason.Retried(
                                                                new Reason.Refused("why"),
                                                                failures,
                                                                true)
                                                        .text()))
                .containsExactly(
                        "first failure, why",
                        "second failure, why",
                        "ninth failure, why",
                        "failure 10, why",
                        "failure 11, why",
                        "failure 21, why",
                        "failure 103, why");
    }

    @Test
    void durationsAreToldAsPeopleSayThem() {
        assertThat(
                        Stream.of(0, 350, 999, 1000, 3_200, 3_249, 60_000, 120_000, 7_200_000)
                                .map(millis -> Quantities.of(Duration.ofMillis(millis))))
                .containsExactly(
                        "0 ms", "350 ms", "999 ms", "1 s", "3.2 s", "3.2 s", "60 s", "2 min",
                        "2 h");
    }
}
