package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Instant;

class LineTimesTest {

    @Test
    void anotherDayHasItsDate() {
        assertThat(LineTimes.time(Instant.now())).matches("\\d\\d:\\d\\d:\\d\\d");
        assertThat(LineTimes.time(Instant.parse("2020-02-03T12:00:00Z")))
                .matches("2020-02-0\\d \\d\\d:\\d\\d:\\d\\d");
    }
}
