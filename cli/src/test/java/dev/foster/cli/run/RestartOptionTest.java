package dev.foster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foster.cli.UsageProblem;
import dev.foster.process.ChildProblem.Outlook;
import dev.foster.process.Exit;
import dev.foster.process.Signal;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.restart.RestartDecision;
import dev.foster.supervise.restart.RestartHistory;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What is written after --restart, and what the rules of restarting make of it. */
class RestartOptionTest {
    private static final Exit CLEAN = exit(new Exit.Ending.Code(0));
    private static final Exit FAILED = exit(new Exit.Ending.Code(1));
    private static final Exit KILLED = exit(new Exit.Ending.Killed(Signal.KILL, false));
    private static final int FOR_EVER = 1_000;

    @ParameterizedTest
    @CsvSource({
        "no, NO, ",
        "on-failure, ON_FAILURE, ",
        "always, ALWAYS, ",
        "on-failure:3, ON_FAILURE, 3",
        "always:0, ALWAYS, 0",
        "always:999999, ALWAYS, 999999"
    })
    void aPolicyIsAWordAndPerhapsALimit(String text, RestartPolicy.When when, Integer limit) {
        RestartPolicy policy = RestartOption.parse(text);

        assertThat(policy.when()).isEqualTo(when);
        assertThat(policy.limit()).isEqualTo(Optional.ofNullable(limit).map(Limit::inARow));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yes",
                "on_failure",
                "ON-FAILURE",
                "always:",
                "always:-1",
                "always:x",
                "always:1000000",
                "always:1:2",
                " no"
            })
    void anythingElseIsExplained(String text) {
        UsageProblem problem =
                catchThrowableOfType(UsageProblem.class, () -> RestartOption.parse(text));

        assertThat(problem)
                .hasMessage(
                        "cannot read --restart \"%s\": it is not a policy; write no, on-failure,"
                                + " always, or on-failure:3 for at most three times",
                        text);
    }

    /** How often it is started again when it ends like this each time. */
    private static int restarts(String option, Exit exit) {
        return restarts(RestartHistory.none(), RestartOption.parse(option), exit);
    }

    private static int restarts(RestartHistory begin, RestartPolicy policy, Exit exit) {
        RestartHistory history = begin;
        for (int i = 0; i < FOR_EVER; i++) {
            if (!(ended(history, policy, exit) instanceof RestartDecision.Again(var next, _))) {
                return i;
            }
            history = next;
        }
        return FOR_EVER;
    }

    private static RestartDecision ended(RestartHistory history, RestartPolicy policy, Exit exit) {
        return history.ended(policy, !policy.isSuccess(exit), Outlook.PASSING, new Moment(0, 0.7));
    }

    @Test
    void noMeansNever() {
        assertThat(restarts("no", CLEAN)).isZero();
        assertThat(restarts("no", FAILED)).isZero();
        assertThat(restarts("no", KILLED)).isZero();
        assertThat(restarts(RestartHistory.none(), RestartOption.none(), FAILED)).isZero();
    }

    @Test
    void onFailureMeansAnyEndButACleanOne() {
        assertThat(restarts("on-failure", CLEAN)).isZero();
        assertThat(restarts("on-failure", FAILED)).isEqualTo(FOR_EVER);
        assertThat(restarts("on-failure", KILLED)).isEqualTo(FOR_EVER);
    }

    @Test
    void alwaysMeansAlsoAfterSuccess() {
        assertThat(restarts("always", CLEAN)).isEqualTo(FOR_EVER);
    }

    @Test
    void theLimitCountsRestartsNotRuns() {
        assertThat(restarts("on-failure:2", FAILED)).isEqualTo(2);
        assertThat(restarts("always:0", FAILED)).isZero();
    }

    @Test
    void aRunOfAMinuteGivesAllRestartsAndTheShortWaitBack() {
        RestartPolicy policy = RestartOption.parse("on-failure:2");
        RestartHistory used = history(policy, 2);

        assertThat(restarts(used, policy, FAILED)).isZero();
        RestartHistory almost = used.afterBeingUp(policy, Duration.ofSeconds(60).minusNanos(1));
        assertThat(restarts(almost, policy, FAILED)).isZero();
        RestartHistory lasted = used.afterBeingUp(policy, Duration.ofSeconds(60));
        assertThat(restarts(lasted, policy, FAILED)).isEqualTo(2);
        assertThat(wait(lasted, policy)).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1", "1, 2", "2, 4", "3, 8", "4, 16", "5, 32", "6, 60", "7, 60", "31, 60", "63, 60",
        "999, 60"
    })
    void theWaitDoublesUpToAMinute(int restarts, long seconds) {
        RestartPolicy policy = RestartOption.parse("always");

        assertThat(wait(history(policy, restarts), policy)).isEqualTo(Duration.ofSeconds(seconds));
    }

    private static RestartHistory history(RestartPolicy policy, int restarts) {
        RestartHistory history = RestartHistory.none();
        for (int i = 0; i < restarts; i++) {
            history = ((RestartDecision.Again) ended(history, policy, FAILED)).history();
        }
        return history;
    }

    private static Duration wait(RestartHistory history, RestartPolicy policy) {
        return ((RestartDecision.Again) ended(history, policy, FAILED)).delay();
    }

    private static Exit exit(Exit.Ending ending) {
        return new Exit(
                ending,
                Exit.Asked.NOBODY,
                Instant.EPOCH,
                Duration.ofSeconds(1),
                Optional.empty(),
                false);
    }
}
