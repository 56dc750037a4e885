package dev.foster.supervise.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy.When;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.Strategy;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

/** The members of a group start in their order and stop in reverse. */
class StartTest {

    @Test
    void anEmptyGroupIsNoTrouble() {
        Stage stage = new Stage(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ALL))).allUp();
        stage.seconds(10);
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void membersThatShareNoFateStartAllAtOnce() {
        Stage stage = new Stage(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ONE, "a", "b", "c")));
        stage.start("a", "b", "c");
        assertThat(stage.take()).containsExactly("spawn a", "spawn b", "spawn c");
    }

    @ParameterizedTest
    @EnumSource(value = Strategy.class, mode = EnumSource.Mode.EXCLUDE, names = "ONE_FOR_ONE")
    void membersThatShareTheirFateStartOneAfterTheOther(Strategy strategy) {
        Stage stage = new Stage(Specs.stack(Specs.group("g", strategy, "a", "b", "c")));
        stage.start("c", "b", "a");
        assertThat(stage.take()).containsExactly("spawn a");
        stage.spawned("a");
        assertThat(stage.take()).containsExactly("spawn b");
        stage.spawned("b");
        assertThat(stage.take()).containsExactly("spawn c");
    }

    @Test
    void theNextMemberStartsWhenTheOneBeforeIsReadyNotWhenItRuns() {
        var slow = Specs.process("a").readiness(Readiness.by(new Probe.LogLine("up")));
        Stage stage =
                new Stage(
                        new StackSpec(
                                List.of(slow, Specs.process("b")),
                                List.of(Specs.group("g", Strategy.ONE_FOR_ALL, "a", "b"))));
        stage.start("a", "b");
        stage.spawned("a");
        assertThat(stage.take()).containsExactly("spawn a");
        stage.saidReady("a");
        assertThat(stage.take()).containsExactly("spawn b");
    }

    @Test
    void membersAfterOneThatCannotStartAreNotStarted() {
        Stage stage =
                new Stage(
                        new StackSpec(
                                List.of(Specs.process("a", When.NO), Specs.process("b")),
                                List.of(Specs.group("g", Strategy.REST_FOR_ONE, "a", "b"))));
        stage.start("a", "b");
        stage.spawnFailed("a");
        assertThat(stage.words()).containsExactly(Word.FAILED, Word.BLOCKED);
        assertThat(stage.take()).containsExactly("spawn a");
    }

    @Test
    void aMemberThatCannotStartIsNoConcernOfOneForOneSiblings() {
        Stage stage = new Stage(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ONE, "a", "b")));
        stage.start("a", "b");
        stage.spawned("b");
        stage.spawnFailed("a");
        stage.settle();
        assertThat(stage.words()).containsExactly(Word.RUNNING, Word.RUNNING);
        assertThat(stage.run("b")).isEqualTo(2);
    }

    @Test
    void aStartOfWhatIsUpChangesNothing() {
        Stage stage =
                new Stage(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ALL, "a", "b"))).allUp();
        stage.start("a", "b");
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void nobodyIsStartedWhoseNameIsUnknown() {
        Stage stage = Stage.of(Specs.process("a"));
        stage.start("b");
        stage.stop("b");
        stage.restart("b");
        assertThat(stage.take()).isEmpty();
    }

    @Test
    void aGroupStopsInReverseOrder() {
        Stage stage =
                new Stage(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ALL, "a", "b", "c")))
                        .allUp();
        stage.stop("a", "b", "c");
        assertThat(stage.take()).containsExactly("stop c");
        stage.gone("c");
        assertThat(stage.take()).containsExactly("stop b");
        stage.gone("b");
        assertThat(stage.take()).containsExactly("stop a");
        stage.gone("a");
        assertThat(stage.words()).containsOnly(Word.STOPPED);
    }

    @Test
    void aStopDuringTheStartOfAGroupNeverStartsTheRest() {
        Stage stage = new Stage(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ALL, "a", "b", "c")));
        stage.start("a", "b", "c");
        stage.spawned("a");
        stage.stop("a", "b", "c");
        stage.settle();
        assertThat(stage.take()).containsExactly("spawn a", "spawn b", "stop b", "stop a");
        assertThat(stage.words()).containsOnly(Word.STOPPED);
    }

    @Test
    void oneMemberCanBeStoppedAndStartedByItself() {
        Stage stage =
                new Stage(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ALL, "a", "b"))).allUp();
        stage.stop("b");
        stage.settle();
        assertThat(stage.take()).containsExactly("stop b");
        stage.start("b");
        stage.settle();
        assertThat(stage.take()).containsExactly("spawn b");
        assertThat(stage.up()).containsExactly("a", "b");
    }
}
