package dev.foster.supervise.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.Strategy;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A group that needs more restarts than its intensity allows fails as a whole. */
class IntensityTest {

    private static Stage up(Strategy strategy, int intensity) {
        return new Stage(Specs.stack(Specs.group("g", strategy, intensity, "a", "b", "c"))).allUp();
    }

    private static void crash(Stage stage, String who) {
        stage.crashes(who);
        stage.settle();
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void theRestartAfterTheLastAllowedStopsTheWholeGroup(Strategy strategy) {
        Stage stage = up(strategy, 2);
        crash(stage, "b");
        crash(stage, "b");
        assertThat(stage.up()).containsExactly("a", "b", "c");
        crash(stage, "b");
        assertThat(stage.words()).containsOnly(Word.GAVE_UP);
        assertThat(stage.last(ProcessEventKind.GROUP_FAILED).text())
                .isEqualTo("failed too often, last b; all of it is stopped");
        stage.take();
        stage.seconds(3600);
        assertThat(stage.take()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void withAnIntensityOfZeroTheFirstCrashIsTheLast(Strategy strategy) {
        Stage stage = up(strategy, 0);
        crash(stage, "a");
        assertThat(stage.words()).containsOnly(Word.GAVE_UP);
        assertThat(stage.take()).doesNotContain("spawn a", "spawn b", "spawn c");
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void crashesOfDifferentMembersAddUp(Strategy strategy) {
        Stage stage = up(strategy, 2);
        crash(stage, "a");
        crash(stage, "b");
        crash(stage, "c");
        assertThat(stage.words()).containsOnly(Word.GAVE_UP);
    }

    @Test
    void restartsLongerAgoThanTheWindowDoNotCount() {
        Stage stage = up(Strategy.ONE_FOR_ALL, 1);
        for (int i = 0; i < 10; i++) {
            crash(stage, "a");
            assertThat(stage.up()).containsExactly("a", "b", "c");
            stage.seconds(10);
        }
        crash(stage, "a");
        stage.pass(Duration.ofSeconds(10).minusNanos(1));
        crash(stage, "a");
        assertThat(stage.words()).containsOnly(Word.GAVE_UP);
    }

    @Test
    void aGroupRestartCountsOnceHoweverManyMembersItTakesAlong() {
        Stage stage = up(Strategy.ONE_FOR_ALL, 1);
        crash(stage, "a");
        assertThat(stage.up()).containsExactly("a", "b", "c");
    }

    @Test
    void membersStopInReverseOrderWhenTheirGroupFails() {
        Stage stage = up(Strategy.ONE_FOR_ALL, 0);
        crash(stage, "a");
        assertThat(stage.take()).containsExactly("stop a", "stop c", "stop b");
    }

    @Test
    void whatHasCompletedStaysCompletedWhenItsGroupFails() {
        Stage stage = up(Strategy.ONE_FOR_ONE, 0);
        stage.ends("c", Specs.code(0));
        crash(stage, "a");
        assertThat(stage.words()).containsExactly(Word.GAVE_UP, Word.GAVE_UP, Word.COMPLETED);
        assertThat(stage.view("c").restarts()).isZero();
    }

    @Test
    void aMemberThatIsBeingStartedWhenItsGroupFailsDoesNotStay() {
        Stage stage = new Stage(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ONE, 0, "a", "b")));
        stage.start("a", "b");
        stage.spawned("a");
        stage.crashes("a");
        stage.take();
        stage.spawned("b");
        assertThat(stage.take()).containsExactly("stop b");
        stage.gone("b");
        assertThat(stage.words()).containsOnly(Word.GAVE_UP);
    }

    @Test
    void aGroupThatFailedCanBeStartedAgainWithAFreshCount() {
        Stage stage = up(Strategy.ONE_FOR_ALL, 1);
        crash(stage, "a");
        crash(stage, "a");
        stage.start("a", "b", "c");
        stage.settle();
        crash(stage, "a");
        assertThat(stage.up()).containsExactly("a", "b", "c");
    }

    @Test
    void aStartAskedWhileItsGroupGoesDownIsNotForgotten() {
        Stage stage = up(Strategy.ONE_FOR_ALL, 0);
        stage.crashes("c");
        // b is being stopped, a waits for its turn.
        assertThat(stage.take()).containsExactly("stop c", "stop b");
        stage.start("a");
        stage.settle();
        assertThat(stage.words()).containsExactly(Word.RUNNING, Word.GAVE_UP, Word.GAVE_UP);
    }

    @Test
    void aFailedGroupIsNotWhatADependantMeantByCompleted() {
        Stage stage =
                new Stage(
                        new StackSpec(
                                List.of(
                                        Specs.process("a"),
                                        Specs.process("b"),
                                        Specs.process("after")
                                                .dependsOn(Map.of("b", Condition.COMPLETED))),
                                List.of(Specs.group("g", Strategy.ONE_FOR_ALL, 0, "a", "b"))));
        stage.start("a", "b", "after");
        stage.settle();
        crash(stage, "a");
        assertThat(stage.words()).containsExactly(Word.GAVE_UP, Word.GAVE_UP, Word.BLOCKED);
    }
}
