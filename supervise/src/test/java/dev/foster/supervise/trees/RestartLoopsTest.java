package dev.foster.supervise.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.Strategy;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Restarts that fail, crashes at the same moment, and people who change their mind meanwhile. */
class RestartLoopsTest {

    private static Stage up(Strategy strategy, int intensity, String... members) {
        return new Stage(Specs.stack(Specs.group("g", strategy, intensity, members))).allUp();
    }

    private static Stage up(Strategy strategy) {
        return new Stage(Specs.stack(Specs.group("g", strategy, "a", "b", "c"))).allUp();
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void aRestartThatFailsIsTriedAgain(Strategy strategy) {
        Stage stage = up(strategy, 5, "a", "b");
        stage.crashes("a");
        for (int i = 0; i < 3; i++) {
            while (stage.word("a") != Word.STARTING) {
                stage.pass(Duration.ZERO);
                if (stage.word("b") == Word.STOPPING) {
                    stage.gone("b");
                }
            }
            stage.spawnFailed("a");
        }
        stage.settle();
        assertThat(stage.up()).containsExactly("a", "b");
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void restartsThatFailCountUntilTheGroupFails(Strategy strategy) {
        Stage stage = up(strategy, 2, "a");
        stage.crashes("a");
        stage.pass(Duration.ZERO);
        stage.spawnFailed("a");
        stage.pass(Duration.ZERO);
        stage.spawnFailed("a");
        stage.seconds(3600);
        assertThat(stage.words()).containsOnly(Word.GAVE_UP);
    }

    @Test
    void aLaterMemberWhoseRestartFailsTakesTheGroupAlongOnceMore() {
        Stage stage = up(Strategy.ONE_FOR_ALL, 5, "a", "b");
        stage.crashes("a");
        stage.gone("b");
        stage.pass(Duration.ZERO);
        stage.spawned("a");
        stage.take();
        stage.spawnFailed("b");
        stage.settle();
        assertThat(stage.take()).containsExactly("stop a", "spawn a", "spawn b");
        assertThat(stage.up()).containsExactly("a", "b");
    }

    @Test
    void crashesAtTheSameMomentAreOneRestartOfAGroupThatSharesItsFate() {
        Stage stage = up(Strategy.ONE_FOR_ALL, 1, "a", "b", "c");
        stage.exited("a", Specs.code(1));
        stage.exited("b", Specs.code(1));
        stage.exited("c", Specs.code(1));
        stage.settle();
        assertThat(stage.up()).containsExactly("a", "b", "c");
        assertThat(stage.take())
                .containsExactly("stop a", "stop b", "stop c", "spawn a", "spawn b", "spawn c");
    }

    @Test
    void crashesAtTheSameMomentAreOneRestartEachWhereNoFateIsShared() {
        Stage stage = up(Strategy.ONE_FOR_ONE, 2, "a", "b", "c");
        stage.exited("a", Specs.code(1));
        stage.exited("b", Specs.code(1));
        stage.exited("c", Specs.code(1));
        stage.settle();
        assertThat(stage.words()).containsOnly(Word.GAVE_UP);
    }

    @Test
    void aLaterMemberThatCrashesWhileTheEarlierOneIsMendedIsNoSecondFailure() {
        Stage stage = up(Strategy.REST_FOR_ONE, 1, "a", "b");
        stage.crashes("a");
        stage.exited("b", Specs.code(1));
        stage.settle();
        assertThat(stage.up()).containsExactly("a", "b");
    }

    @Test
    void anEarlierMemberThatCrashesWhileALaterOneIsMendedTakesAllAlong() {
        Stage stage = up(Strategy.REST_FOR_ONE);
        stage.crashes("b");
        stage.crashes("a");
        stage.settle();
        assertThat(stage.take())
                .containsExactly("stop b", "stop c", "stop a", "spawn a", "spawn b", "spawn c");
    }

    @Test
    void aStopDuringTheRestartOfAGroupIsTheLastWord() {
        Stage stage = up(Strategy.ONE_FOR_ALL);
        stage.crashes("a");
        stage.stop("a", "b", "c");
        stage.settle();
        stage.seconds(3600);
        assertThat(stage.words()).containsOnly(Word.STOPPED);
        assertThat(stage.take()).containsExactly("stop a", "stop c", "stop b");
    }

    @Test
    void aMemberThatIsStoppedDuringTheRestartOfItsGroupStaysDown() {
        Stage stage = up(Strategy.ONE_FOR_ALL);
        stage.crashes("a");
        stage.stop("c");
        stage.settle();
        assertThat(stage.words()).containsExactly(Word.RUNNING, Word.RUNNING, Word.STOPPED);
    }

    @Test
    void aMemberThatIsRemovedDuringTheRestartOfItsGroupIsMissedByNobody() {
        Stage stage = up(Strategy.ONE_FOR_ALL);
        stage.crashes("a");
        stage.change(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ALL, "a", "c")));
        stage.settle();
        assertThat(stage.knows("b")).isFalse();
        assertThat(stage.word("a")).isEqualTo(Word.RUNNING);
        assertThat(stage.word("c")).isEqualTo(Word.RUNNING);
    }

    @Test
    void theMemberThatFailedCanBeRemovedDuringTheRestart() {
        Stage stage = up(Strategy.ONE_FOR_ALL);
        stage.crashes("a");
        stage.change(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ALL, "b", "c")));
        stage.settle();
        assertThat(stage.knows("a")).isFalse();
        assertThat(stage.word("b")).isEqualTo(Word.RUNNING);
        assertThat(stage.word("c")).isEqualTo(Word.RUNNING);
    }

    @Test
    void aGroupThatIsDissolvedDuringItsRestartLeavesItsMembersFree() {
        Stage stage = up(Strategy.ONE_FOR_ALL);
        stage.crashes("a");
        stage.change(StackSpec.of(Specs.process("a"), Specs.process("b"), Specs.process("c")));
        stage.settle();
        assertThat(stage.up()).containsExactly("a", "b", "c");
    }

    @Test
    void aMemberThatIsStuckDoesNotKeepTheOthersFromReturning() {
        Stage stage = up(Strategy.ONE_FOR_ALL);
        stage.crashes("a");
        stage.stuck("c");
        stage.gone("b");
        stage.pass(Duration.ZERO);
        stage.spawned("a");
        stage.spawned("b");
        assertThat(stage.words()).containsExactly(Word.RUNNING, Word.RUNNING, Word.STUCK);
        stage.take();
        stage.gone("c");
        assertThat(stage.take()).containsExactly("spawn c");
    }

    @Test
    void aThousandMembersGoAlongInReverseOrderAndReturnInOrder() {
        List<String> names = IntStream.range(0, 1000).mapToObj(i -> "m" + i).toList();
        GroupSpec group = Specs.group("g", Strategy.ONE_FOR_ALL, names.toArray(String[]::new));
        Stage stage = new Stage(Specs.stack(group)).allUp();
        stage.crashes("m0");
        stage.settle();
        List<String> asked = stage.take();
        assertThat(asked).hasSize(2000);
        assertThat(asked.subList(1, 1000))
                .isEqualTo(names.reversed().subList(0, 999).stream().map("stop "::concat).toList());
        assertThat(asked.subList(1000, 2000))
                .isEqualTo(names.stream().map("spawn "::concat).toList());
    }
}
