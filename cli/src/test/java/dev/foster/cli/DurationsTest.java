package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0s, 0",
        "500ms, 500",
        "1ms, 1",
        "5, 5000",
        "5s, 5000",
        "1.5s, 1500",
        "0.25, 250",
        "1.5m, 90000",
        "2m, 120000",
        "1h, 3600000",
        "0.5h, 1800000",
        "1d, 86400000",
        "3650d, 315360000000"
    })
    void peopleWriteThemWithAUnitOrMeanSeconds(String text, long millis) {
        assertThat(Durations.parse("--grace", text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "s",
                "5x",
                "5 s",
                " 5s",
                "5s ",
                "-1s",
                "+1s",
                "1,5s",
                "1e3",
                ".5s",
                "5.",
                "5S",
                "5min",
                "1m30s",
                "9999999999",
                "infinity",
                "٥s",
                "5s\n"
            })
    void anythingElseIsExplained(String text) {
        UsageProblem problem =
                catchThrowableOfType(UsageProblem.class, () -> Durations.parse("--grace", text));

        assertThat(problem)
                .hasMessage(
                        "cannot read --grace \"%s\": it is not a duration; write it like 500ms, 5s,"
                                + " 2m or 1h",
                        text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999d", "999999999h", "106752d", "3651d"})
    void oneThatNobodyWillSeeTheEndOfIsRefused(String text) {
        // Laid on a clock of 64-bit nanoseconds, it would lie in the past.
        UsageProblem problem =
                catchThrowableOfType(UsageProblem.class, () -> Durations.parse("--grace", text));

        assertThat(problem)
                .hasMessage(
                        "cannot read --grace \"%s\": it is longer than ten years; write less",
                        text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "1, 1 ms",
        "350, 350 ms",
        "999, 999 ms",
        "1000, 1 s",
        "1040, 1.0 s",
        "1500, 1.5 s",
        "2000, 2 s",
        "60000, 60 s",
        "90500, 90.5 s"
    })
    void theyAreShownInTheUnitThatFits(long millis, String shown) {
        assertThat(Durations.format(Duration.ofMillis(millis))).isEqualTo(shown);
    }
}
