package dev.foster.supervise.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.StopOrder;
import dev.foster.supervise.spec.Strategy;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whom the failure of one member takes along, and in which order. */
class StrategiesTest {

    private static Stage up(Strategy strategy) {
        return new Stage(Specs.stack(Specs.group("g", strategy, "a", "b", "c"))).allUp();
    }

    @ParameterizedTest
    @CsvSource({
        "ONE_FOR_ONE,  a, stop a|spawn a",
        "ONE_FOR_ONE,  b, stop b|spawn b",
        "ONE_FOR_ONE,  c, stop c|spawn c",
        "ONE_FOR_ALL,  a, stop a|stop c|stop b|spawn a|spawn b|spawn c",
        "ONE_FOR_ALL,  b, stop b|stop c|stop a|spawn a|spawn b|spawn c",
        "ONE_FOR_ALL,  c, stop c|stop b|stop a|spawn a|spawn b|spawn c",
        "REST_FOR_ONE, a, stop a|stop c|stop b|spawn a|spawn b|spawn c",
        "REST_FOR_ONE, b, stop b|stop c|spawn b|spawn c",
        "REST_FOR_ONE, c, stop c|spawn c",
    })
    void aCrashTakesAlongWhomTheStrategySays(Strategy strategy, String who, String asked) {
        Stage stage = up(strategy);
        stage.crashes(who);
        stage.settle();
        assertThat(String.join("|", stage.take())).isEqualTo(asked);
        assertThat(stage.up()).containsExactly("a", "b", "c");
    }

    @Test
    void everyoneThatIsTakenAlongCountsItsRestart() {
        Stage stage = up(Strategy.REST_FOR_ONE);
        stage.crashes("b");
        stage.settle();
        assertThat(stage.view("a").restarts()).isZero();
        assertThat(stage.view("b").restarts()).isOne();
        assertThat(stage.view("c").restarts()).isOne();
    }

    @Test
    void aMemberThatHadNotStartedYetCountsNoRestart() {
        Stage stage = new Stage(Specs.stack(Specs.group("g", Strategy.ONE_FOR_ALL, "a", "b")));
        stage.start("a", "b");
        stage.spawnFailed("a");
        stage.settle();
        assertThat(stage.up()).containsExactly("a", "b");
        assertThat(stage.view("b").restarts()).isZero();
    }

    @Test
    void nothingStartsBeforeAllThatGoAlongAreGone() {
        Stage stage = up(Strategy.ONE_FOR_ALL);
        stage.crashes("a");
        stage.seconds(1);
        assertThat(stage.take()).containsExactly("stop a", "stop c");
        assertThat(stage.view("a").reason()).isEqualTo("waiting until its group has stopped");
        stage.gone("c");
        stage.gone("b");
        assertThat(stage.take()).containsExactly("stop b", "spawn a");
    }

    @Test
    void theGroupWaitsForTheBackoffOfTheOneThatFailed() {
        var slow = Specs.policy().backoff(new Backoff.Steps(List.of(Duration.ofSeconds(5))));
        Stage stage =
                new Stage(
                                new StackSpec(
                                        List.of(
                                                Specs.process("a"),
                                                Specs.process("b").restart(slow)),
                                        List.of(Specs.group("g", Strategy.ONE_FOR_ALL, "a", "b"))))
                        .allUp();
        stage.crashes("b");
        stage.settle();
        assertThat(stage.take()).containsExactly("stop b", "stop a");
        stage.pass(Duration.ofSeconds(5).minusNanos(1));
        assertThat(stage.take()).isEmpty();
        stage.pass(Duration.ofNanos(1));
        assertThat(stage.take()).containsExactly("spawn a");
    }

    @Test
    void theRestartOfAGroupIsTold() {
        Stage stage = up(Strategy.REST_FOR_ONE);
        stage.crashes("b");
        assertThat(stage.last(ProcessEventKind.GROUP_RESTARTING).name()).isEqualTo("g");
        assertThat(stage.last(ProcessEventKind.GROUP_RESTARTING).text())
                .isEqualTo("c restart with b");
    }

    @Test
    void aRestartSomebodyAsksForTakesNobodyAlong() {
        Stage stage = up(Strategy.ONE_FOR_ALL);
        stage.restart("a");
        stage.settle();
        assertThat(stage.take()).containsExactly("stop a", "spawn a");
    }

    @Test
    void aMemberThatGivesUpTakesItsGroupDownWhereTheyShareTheirFate() {
        Stage stage = limited(Strategy.REST_FOR_ONE);
        stage.crashes("b");
        stage.settle();
        assertThat(stage.words()).containsOnly(Word.GAVE_UP);
        assertThat(stage.view("a").reason()).isEqualTo("its group failed");
        assertThat(stage.take()).containsExactly("stop b", "stop a");
    }

    @Test
    void aMemberThatGivesUpIsMissedByNobodyInOneForOne() {
        Stage stage = limited(Strategy.ONE_FOR_ONE);
        stage.crashes("b");
        stage.settle();
        assertThat(stage.words()).containsExactly(Word.RUNNING, Word.GAVE_UP);
    }

    private static Stage limited(Strategy strategy) {
        var never = Specs.policy().limit(new Limit(0, Duration.ofMinutes(1)));
        return new Stage(
                        new StackSpec(
                                List.of(Specs.process("a"), Specs.process("b").restart(never)),
                                List.of(Specs.group("g", strategy, "a", "b"))))
                .allUp();
    }

    private static GroupSpec loose(StopOrder order, String... members) {
        return new GroupSpec("g", Strategy.ONE_FOR_ONE, Optional.empty(), order, List.of(members));
    }

    @Test
    void membersThatAreRestartedAloneStopInReverseOfTheirStart() {
        Stage stage = new Stage(Specs.stack(loose(StopOrder.REVERSE, "a", "b", "c"))).allUp();
        stage.stop("a", "b", "c");
        assertThat(stage.take()).containsExactly("stop c");
        assertThat(stage.words()).containsOnly(Word.STOPPING);
        stage.gone("c");
        assertThat(stage.take()).containsExactly("stop b");
        stage.gone("b");
        assertThat(stage.take()).containsExactly("stop a");
    }

    @Test
    void membersThatAreRestartedAloneStopTogetherWhereThatIsSaid() {
        Stage stage = new Stage(Specs.stack(loose(StopOrder.TOGETHER, "a", "b", "c"))).allUp();
        stage.stop("a", "b", "c");
        assertThat(stage.take()).containsExactly("stop a", "stop b", "stop c");
    }

    @Test
    void theOrderOfStopsKeepsNobodyFromStoppingAlone() {
        Stage stage = new Stage(Specs.stack(loose(StopOrder.REVERSE, "a", "b"))).allUp();
        stage.stop("a");
        assertThat(stage.take()).containsExactly("stop a");
    }

    @Test
    void whoDependsOnALaterMemberStillStopsBeforeIt() {
        Stage stage =
                new Stage(
                                new StackSpec(
                                        List.of(
                                                Specs.process("a")
                                                        .dependsOn(Map.of("b", Condition.READY)),
                                                Specs.process("b"),
                                                Specs.process("c")),
                                        List.of(loose(StopOrder.REVERSE, "a", "b", "c"))))
                        .allUp();
        stage.stop("a", "b", "c");
        assertThat(stage.take()).containsExactly("stop a", "stop c");
        stage.gone("a");
        stage.gone("c");
        assertThat(stage.take()).containsExactly("stop b");
    }
}
