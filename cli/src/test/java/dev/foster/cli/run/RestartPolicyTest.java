package dev.foster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foster.cli.UsageProblem;
import dev.foster.process.Exit;
import dev.foster.process.Signal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

class RestartPolicyTest {
    private static final Exit CLEAN = exit(new Exit.Ending.Code(0));
    private static final Exit FAILED = exit(new Exit.Ending.Code(1));
    private static final Exit KILLED = exit(new Exit.Ending.Killed(Signal.KILL, false));

    @ParameterizedTest
    @CsvSource({
        "no, NO, 2147483647",
        "on-failure, ON_FAILURE, 2147483647",
        "always, ALWAYS, 2147483647",
        "on-failure:3, ON_FAILURE, 3",
        "always:0, ALWAYS, 0",
        "always:999999, ALWAYS, 999999"
    })
    void aPolicyIsAWordAndPerhapsALimit(String text, RestartPolicy.When when, int limit) {
        assertThat(RestartPolicy.parse(text)).isEqualTo(new RestartPolicy(when, limit));
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
                catchThrowableOfType(UsageProblem.class, () -> RestartPolicy.parse(text));

        assertThat(problem)
                .hasMessage(
                        "cannot read --restart \"%s\": it is not a policy; write no, on-failure,"
                                + " always, or on-failure:3 for at most three times",
                        text);
    }

    @Test
    void noMeansNever() {
        RestartPolicy policy = RestartPolicy.parse("no");

        assertThat(policy.restarts(CLEAN, 0)).isFalse();
        assertThat(policy.restarts(FAILED, 0)).isFalse();
        assertThat(policy.restarts(KILLED, 0)).isFalse();
    }

    @Test
    void onFailureMeansAnyEndButACleanOne() {
        RestartPolicy policy = RestartPolicy.parse("on-failure");

        assertThat(policy.restarts(CLEAN, 0)).isFalse();
        assertThat(policy.restarts(FAILED, 0)).isTrue();
        assertThat(policy.restarts(KILLED, 1_000_000)).isTrue();
    }

    @Test
    void alwaysMeansAlsoAfterSuccess() {
        assertThat(RestartPolicy.parse("always").restarts(CLEAN, 1_000_000)).isTrue();
    }

    @Test
    void theLimitCountsRestartsNotRuns() {
        RestartPolicy policy = RestartPolicy.parse("on-failure:2");

        assertThat(policy.restarts(FAILED, 0)).isTrue();
        assertThat(policy.restarts(FAILED, 1)).isTrue();
        assertThat(policy.restarts(FAILED, 2)).isFalse();
        assertThat(RestartPolicy.parse("always:0").restarts(FAILED, 0)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "1, 2",
        "2, 4",
        "3, 8",
        "4, 16",
        "5, 32",
        "6, 60",
        "7, 60",
        "31, 60",
        "63, 60",
        "2147483647, 60"
    })
    void theWaitDoublesUpToAMinute(int restarts, long seconds) {
        assertThat(RestartPolicy.parse("always").delay(restarts))
                .isEqualTo(Duration.ofSeconds(seconds));
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
