package dev.foster.cli.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubjectPatternTest {

    @ParameterizedTest
    @CsvSource({
        "a.b, a.b, true",
        "a.b, a.c, false",
        "a.b, a, false",
        "a, a.b, false",
        "a.*, a.b, true",
        "a.*, a.*, true",
        "a.*, a.b.c, false",
        "a.*, a.>, false",
        "a.>, a.b.c, true",
        "a.>, a.*, true",
        "a.>, a.>, true",
        "a.>, a, false",
        "a.b, a.*, false",
        ">, a.b, true",
        "*.b, a.b, true"
    })
    void aPatternCoversWhatItMatchesAndNothingElse(String outer, String inner, boolean covers) {
        assertThat(SubjectPattern.covers(outer, inner)).isEqualTo(covers);
    }
}
