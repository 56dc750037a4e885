package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;

class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "-5, 0 ms",
        "0, 0 ms",
        "1, 1 ms",
        "350, 350 ms",
        "999, 999 ms",
        "1000, 1 s",
        "1040, 1 s",
        "1500, 1.5 s",
        "2000, 2 s",
        "60000, 60 s",
        "90500, 90.5 s",
        "120000, 2 min",
        "150000, 2.5 min",
        "7200000, 2 h",
        "9000000, 2.5 h"
    })
    void durationsAreToldInTheUnitThatFits(long millis, String told) {
        assertThat(Quantities.of(Duration.ofMillis(millis))).isEqualTo(told);
    }
}
