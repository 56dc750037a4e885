package dev.foster.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** Slips of the finger. */
class NearestTest {
    private static final List<String> KNOWN =
            List.of("command", "working_dir", "depends_on", "--follow", "-f", "ps");

    @ParameterizedTest
    @CsvSource({
        "abc, abc, 0",
        "abc, abd, 1",
        "abc, acb, 1",
        "abc, ab, 1",
        "'', abc, 3",
        "ab, ba, 1"
    })
    void distanceCountsSlipsOfTheFinger(String one, String other, int distance) {
        assertThat(Nearest.distance(one, other)).isEqualTo(distance);
        assertThat(Nearest.distance(other, one)).isEqualTo(distance);
    }

    @Test
    void theNearestWordIsFoundAndAFarOneIsNot() {
        assertThat(Nearest.of("comand", KNOWN)).contains("command");
        assertThat(Nearest.of("WorkingDir", KNOWN)).contains("working_dir");
        assertThat(Nearest.of("depends-on", KNOWN)).contains("depends_on");
        assertThat(Nearest.of("--folow", KNOWN)).contains("--follow");
        assertThat(Nearest.of("colour", KNOWN)).isEmpty();
        assertThat(Nearest.of("x".repeat(100), KNOWN)).isEmpty();
    }

    @Test
    void aWordOfTwoLettersIsNobodysSlip() {
        assertThat(Nearest.of("-x", KNOWN)).isEmpty();
        assertThat(Nearest.of("pt", KNOWN)).isEmpty();
    }
}
