package dev.foster.supervise.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Exit;
import dev.foster.process.Signal;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.RestartPolicy.When;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.Strategy;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Map;

/** Permanent, transient and temporary members, in a group of each kind. */
class RestartTypesTest {

    /** Members a, b and c, the one in the middle of this type. */
    private static Stage up(Strategy strategy, When when) {
        ProcessSpec middle = Specs.process("b", when);
        return new Stage(
                        new StackSpec(
                                List.of(Specs.process("a"), middle, Specs.process("c")),
                                List.of(Specs.group("g", strategy, "a", "b", "c"))))
                .allUp();
    }

    private static Exit exit(String how) {
        return switch (how) {
            case "normal" -> Specs.code(0);
            case "abnormal" -> Specs.code(1);
            default -> Specs.killed(Signal.KILL);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "ALWAYS, normal",
        "ALWAYS, abnormal",
        "ALWAYS, signal",
        "ON_FAILURE, abnormal",
        "ON_FAILURE, signal",
    })
    void whatIsToBeRestartedIsRestartedAloneInOneForOne(When when, String how) {
        Stage stage = up(Strategy.ONE_FOR_ONE, when);
        stage.ends("b", exit(how));
        stage.settle();
        assertThat(stage.take()).containsExactly("stop b", "spawn b");
        assertThat(stage.up()).containsExactly("a", "b", "c");
        assertThat(stage.view("b").restarts()).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "ALWAYS, normal",
        "ALWAYS, abnormal",
        "ALWAYS, signal",
        "ON_FAILURE, abnormal",
        "ON_FAILURE, signal",
    })
    void whatIsToBeRestartedTakesItsGroupAlongInOneForAll(When when, String how) {
        Stage stage = up(Strategy.ONE_FOR_ALL, when);
        stage.ends("b", exit(how));
        stage.settle();
        assertThat(stage.take())
                .containsExactly("stop b", "stop c", "stop a", "spawn a", "spawn b", "spawn c");
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void aTransientMemberThatEndsWellIsDoneAndDisturbsNobody(Strategy strategy) {
        Stage stage = up(strategy, When.ON_FAILURE);
        stage.ends("b", Specs.code(0));
        stage.settle();
        assertThat(stage.take()).containsExactly("stop b");
        assertThat(stage.words()).containsExactly(Word.RUNNING, Word.COMPLETED, Word.RUNNING);
    }

    @ParameterizedTest
    @CsvSource({
        "ONE_FOR_ONE, normal, COMPLETED",
        "ONE_FOR_ONE, abnormal, FAILED",
        "ONE_FOR_ONE, signal, FAILED",
        "ONE_FOR_ALL, normal, COMPLETED",
        "ONE_FOR_ALL, abnormal, FAILED",
        "ONE_FOR_ALL, signal, FAILED",
        "REST_FOR_ONE, normal, COMPLETED",
        "REST_FOR_ONE, abnormal, FAILED",
        "REST_FOR_ONE, signal, FAILED",
    })
    void aTemporaryMemberIsNeverRestartedAndDisturbsNobody(
            Strategy strategy, String how, Word word) {
        Stage stage = up(strategy, When.NO);
        stage.ends("b", exit(how));
        stage.settle();
        assertThat(stage.take()).containsExactly("stop b");
        assertThat(stage.words()).containsExactly(Word.RUNNING, word, Word.RUNNING);
    }

    @Test
    void aTemporaryMemberThatIsDoneStaysDoneWhenItsGroupRestarts() {
        Stage stage = up(Strategy.ONE_FOR_ALL, When.NO);
        stage.ends("b", Specs.code(0));
        stage.take();
        stage.crashes("a");
        stage.settle();
        assertThat(stage.take()).containsExactly("stop a", "stop c", "spawn a", "spawn c");
        assertThat(stage.words()).containsExactly(Word.RUNNING, Word.COMPLETED, Word.RUNNING);
    }

    @ParameterizedTest
    @CsvSource({
        "ONE_FOR_ALL,  a, stop a|stop c|spawn a|spawn c",
        "ONE_FOR_ALL,  c, stop c|stop a|spawn a|spawn c",
        "REST_FOR_ONE, a, stop a|stop c|spawn a|spawn c",
        "REST_FOR_ONE, c, stop c|spawn c",
    })
    void aTemporaryMemberThatFailedIsMissedByNobodyWhenItsGroupRestarts(
            Strategy strategy, String who, String asked) {
        Stage stage = up(strategy, When.NO);
        stage.ends("b", Specs.code(1));
        stage.settle();
        stage.take();
        stage.crashes(who);
        stage.settle();
        assertThat(String.join("|", stage.take())).isEqualTo(asked);
        assertThat(stage.words()).containsExactly(Word.RUNNING, Word.FAILED, Word.RUNNING);
    }

    @Test
    void whoDependsOnATemporaryMemberThatFailedWaitsForIt() {
        ProcessSpec later = Specs.process("c").dependsOn(Map.of("b", Condition.READY));
        Stage stage =
                new Stage(
                                new StackSpec(
                                        List.of(
                                                Specs.process("a"),
                                                Specs.process("b", When.NO),
                                                later),
                                        List.of(
                                                Specs.group(
                                                        "g", Strategy.ONE_FOR_ALL, "a", "b", "c"))))
                        .allUp();
        stage.ends("b", Specs.code(1));
        stage.settle();
        stage.crashes("c");
        stage.settle();
        assertThat(stage.words()).containsExactly(Word.RUNNING, Word.FAILED, Word.BLOCKED);
        assertThat(stage.view("c").reason()).contains("waiting for b");
    }

    @Test
    void aTransientMemberThatIsDoneWorksAgainWhenItsGroupRestarts() {
        Stage stage = up(Strategy.ONE_FOR_ALL, When.ON_FAILURE);
        stage.ends("b", Specs.code(0));
        stage.take();
        stage.crashes("a");
        stage.settle();
        assertThat(stage.take())
                .containsExactly("stop a", "stop c", "spawn a", "spawn b", "spawn c");
        assertThat(stage.view("b").restarts()).isOne();
    }

    @Test
    void aMemberThatSomebodyStoppedStaysDownWhenItsGroupRestarts() {
        Stage stage = up(Strategy.ONE_FOR_ALL, When.ALWAYS);
        stage.stop("c");
        stage.settle();
        stage.take();
        stage.crashes("a");
        stage.settle();
        assertThat(stage.take()).containsExactly("stop a", "stop b", "spawn a", "spawn b");
        assertThat(stage.word("c")).isEqualTo(Word.STOPPED);
    }
}
