package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Instant;

class TimesTest {

    @Test
    void anotherDayHasItsDate() {
        assertThat(Times.time(Instant.now())).matches("\\d\\d:\\d\\d:\\d\\d");
        assertThat(Times.time(Instant.parse("2020-02-03T12:00:00Z")))
                .matches("2020-02-0\\d \\d\\d:\\d\\d:\\d\\d");
    }
}
