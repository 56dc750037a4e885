package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;

/** How many restarts there are before a process is given up. */
class LimitTest {
    static Limit none() {
        return new Limit(0, Duration.ofMinutes(1));
    }

    private static Stage limited(int count) {
        RestartPolicy policy = Specs.policy().limit(new Limit(count, Duration.ofSeconds(60)));
        return Stage.of(Specs.process("bot").restart(policy)).allUp();
    }

    private static void crashAndReturn(Stage stage) {
        stage.crashes("bot");
        stage.pass(Duration.ZERO);
        stage.obey();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 5})
    void itIsGivenUpAtTheCrashAfterTheLastRestartAllowed(int count) {
        Stage stage = limited(count);
        for (int i = 0; i < count; i++) {
            crashAndReturn(stage);
            assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        }
        stage.crashes("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.GAVE_UP);
        assertThat(stage.view("bot").restarts()).isEqualTo(count);
        stage.take();
        stage.seconds(3600);
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void givingUpSaysHowOftenItWasTried() {
        Stage stage = limited(1);
        crashAndReturn(stage);
        stage.crashes("bot");
        assertThat(stage.last(ProcessEventKind.GAVE_UP).text())
                .isEqualTo("gave up: exit 1; restarted 1 time in 60 s, which is its limit");
    }

    @Test
    void aRestartThatIsAsOldAsTheWindowNoLongerCounts() {
        Stage stage = limited(2);
        crashAndReturn(stage);
        stage.seconds(30);
        crashAndReturn(stage);
        stage.seconds(30);
        // The first is 60 s ago.
        crashAndReturn(stage);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        stage.crashes("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.GAVE_UP);
    }

    @Test
    void aRestartThatIsAlmostAsOldAsTheWindowCounts() {
        Stage stage = limited(1);
        crashAndReturn(stage);
        stage.pass(Duration.ofSeconds(60).minusNanos(1));
        stage.crashes("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.GAVE_UP);
    }

    @Test
    void slowCrashesAreRestartedForEver() {
        Stage stage = limited(1);
        for (int i = 0; i < 50; i++) {
            crashAndReturn(stage);
            assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
            stage.seconds(61);
        }
        assertThat(stage.view("bot").restarts()).isEqualTo(50);
    }

    @Test
    void withoutALimitThereIsNoEnd() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        for (int i = 0; i < 1000; i++) {
            crashAndReturn(stage);
        }
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        assertThat(stage.view("bot").restarts()).isEqualTo(1000);
    }

    @Test
    void startsThatFailCountLikeCrashes() {
        Stage stage = limited(2);
        stage.crashes("bot");
        stage.pass(Duration.ZERO);
        stage.spawnFailed("bot");
        stage.pass(Duration.ZERO);
        stage.spawnFailed("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.GAVE_UP);
        assertThat(stage.view("bot").reason()).startsWith("no such program");
    }

    @Test
    void aRestartSomebodyAskedForIsNoCrash() {
        Stage stage = limited(1);
        for (int i = 0; i < 5; i++) {
            stage.restart("bot");
            stage.obey();
        }
        assertThat(stage.view("bot").restarts()).isZero();
        crashAndReturn(stage);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
    }

    @Test
    void aStartAfterGivingUpBeginsTheCountAnew() {
        Stage stage = limited(1);
        crashAndReturn(stage);
        stage.crashes("bot");
        stage.start("bot");
        stage.obey();
        crashAndReturn(stage);
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        stage.crashes("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.GAVE_UP);
    }

    @Test
    void whoDidNotFailIsNotWokenToBeForgiven() {
        RestartPolicy policy = Specs.policy().resetAfter(Duration.ofSeconds(5));
        Stage stage = Stage.of(Specs.process("bot").restart(policy)).allUp();
        assertThat(stage.deadline()).isEqualTo(Moment.NEVER);
        crashAndReturn(stage);
        assertThat(stage.deadline()).isNotEqualTo(Moment.NEVER);
        stage.seconds(5);
        assertThat(stage.deadline()).isEqualTo(Moment.NEVER);
    }

    @Test
    void beingUpForLongResetsTheBackoffButNotTheWindow() {
        RestartPolicy policy =
                Specs.policy()
                        .limit(new Limit(2, Duration.ofSeconds(60)))
                        .backoff(new Backoff.Steps(List.of(Duration.ZERO, Duration.ofSeconds(9))))
                        .resetAfter(Duration.ofSeconds(5));
        Stage stage = Stage.of(Specs.process("bot").restart(policy)).allUp();
        crashAndReturn(stage);
        stage.seconds(5);
        crashAndReturn(stage);
        // The wait is that of a first failure again.
        assertThat(stage.word("bot")).isEqualTo(Word.RUNNING);
        stage.seconds(5);
        stage.crashes("bot");
        assertThat(stage.word("bot")).isEqualTo(Word.GAVE_UP);
    }
}
