package dev.foster.supervise.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.Strategy;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

/** Groups in groups: the failure of the inner one is the outer one's to handle. */
class NestedGroupsTest {

    private static StackSpec nested(Strategy outer, int outerIntensity) {
        return Specs.stack(
                Specs.group("inner", Strategy.ONE_FOR_ONE, 1, "a", "b"),
                Specs.group("outer", outer, outerIntensity, "inner", "c"));
    }

    private static Stage up(Strategy outer, int outerIntensity) {
        return new Stage(nested(outer, outerIntensity)).allUp();
    }

    private static void crash(Stage stage, String who) {
        stage.crashes(who);
        stage.settle();
    }

    @Test
    void theOuterGroupKnowsNothingOfWhatTheInnerOneMends() {
        Stage stage = up(Strategy.ONE_FOR_ALL, 0);
        crash(stage, "a");
        assertThat(stage.take()).containsExactly("stop a", "spawn a");
        assertThat(stage.up()).containsExactly("a", "b", "c");
    }

    @Test
    void anInnerGroupThatFailsIsRestartedAsAWhole() {
        Stage stage = up(Strategy.ONE_FOR_ONE, 1);
        crash(stage, "a");
        stage.take();
        crash(stage, "a");
        assertThat(stage.take()).containsExactly("stop a", "stop b", "spawn a", "spawn b");
        assertThat(stage.up()).containsExactly("a", "b", "c");
        assertThat(stage.told("inner"))
                .contains(ProcessEventKind.GROUP_FAILED, ProcessEventKind.GROUP_RESTARTING);
    }

    @Test
    void anInnerGroupThatFailsTakesAlongWhomTheOuterStrategySays() {
        Stage stage = up(Strategy.REST_FOR_ONE, 1);
        crash(stage, "a");
        stage.take();
        crash(stage, "a");
        assertThat(stage.take())
                .containsExactly("stop a", "stop c", "stop b", "spawn a", "spawn b", "spawn c");
        assertThat(stage.up()).containsExactly("a", "b", "c");
    }

    @Test
    void aSiblingOfTheInnerGroupTakesAllOfItAlong() {
        Stage stage = up(Strategy.ONE_FOR_ALL, 1);
        crash(stage, "c");
        assertThat(stage.take())
                .containsExactly("stop c", "stop b", "stop a", "spawn a", "spawn b", "spawn c");
    }

    @Test
    void theInnerGroupBeginsItsCountAnewAfterItsRestart() {
        Stage stage = up(Strategy.ONE_FOR_ONE, 2);
        crash(stage, "a");
        crash(stage, "a");
        crash(stage, "a");
        assertThat(stage.up()).containsExactly("a", "b", "c");
    }

    @Test
    void whenTheOuterGroupHasHadEnoughAllOfItIsStopped() {
        Stage stage = up(Strategy.ONE_FOR_ONE, 1);
        for (int i = 0; i < 4; i++) {
            crash(stage, "a");
        }
        assertThat(stage.words()).containsOnly(Word.GAVE_UP);
        assertThat(stage.told("outer")).contains(ProcessEventKind.GROUP_FAILED);
        stage.take();
        stage.seconds(3600);
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void aFailureClimbsThroughAsManyGroupsAsItMust() {
        Stage stage =
                new Stage(
                                Specs.stack(
                                        Specs.group("inner", Strategy.ONE_FOR_ONE, 0, "a"),
                                        Specs.group(
                                                "middle", Strategy.ONE_FOR_ONE, 0, "inner", "b"),
                                        Specs.group(
                                                "outer", Strategy.ONE_FOR_ONE, 1, "middle", "c"),
                                        Specs.group("aside", Strategy.ONE_FOR_ONE, 0, "d")))
                        .allUp();
        crash(stage, "a");
        assertThat(stage.take()).containsExactly("stop a", "stop b", "spawn a", "spawn b");
        crash(stage, "a");
        assertThat(stage.words())
                .containsExactly(Word.GAVE_UP, Word.GAVE_UP, Word.GAVE_UP, Word.RUNNING);
    }

    @Test
    void aMemberOfTheInnerGroupThatIsMendingWaitsForTheOuterOneToo() {
        Stage stage =
                new Stage(
                                Specs.stack(
                                        Specs.group("inner", Strategy.ONE_FOR_ALL, "a", "b"),
                                        Specs.group("outer", Strategy.ONE_FOR_ALL, "inner", "c")))
                        .allUp();
        stage.crashes("a");
        stage.crashes("c");
        stage.settle();
        assertThat(stage.take().subList(0, 3))
                .containsExactlyInAnyOrder("stop a", "stop b", "stop c");
        assertThat(stage.up()).containsExactly("a", "b", "c");
    }

    @Test
    void theInnerGroupStartsBeforeItsLaterSiblingAndStopsAfterIt() {
        Stage stage = new Stage(nested(Strategy.REST_FOR_ONE, 1));
        stage.start("a", "b", "c");
        stage.obey();
        assertThat(stage.take()).containsExactly("spawn a", "spawn b", "spawn c");
        stage.stop("a", "b", "c");
        stage.obey();
        assertThat(stage.take()).containsExactly("stop c", "stop b", "stop a");
    }
}
