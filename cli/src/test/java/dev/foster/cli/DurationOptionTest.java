package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class DurationOptionTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0s, 0",
        "500ms, 500",
        "1ms, 1",
        "5, 5000",
        "5s, 5000",
        "5 s, 5000",
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
        assertThat(Arguments.duration("--grace", text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "s",
                "5x",
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
                "5s\n",
                // Laid on a clock of 64-bit nanoseconds, these would lie in the past.
                "999999999d",
                "999999999h",
                "106752d",
                "3651d"
            })
    void anythingElseIsExplained(String text) {
        UsageProblem problem =
                catchThrowableOfType(UsageProblem.class, () -> Arguments.duration("--grace", text));

        assertThat(problem)
                .hasMessage(
                        "cannot read --grace \"%s\": it is no duration of at most ten years; write"
                                + " it like 500ms, 5s, 2m or 1h",
                        text);
    }
}
