package dev.foster.stdio.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

final class ToolChoiceTest {

    @ParameterizedTest
    @CsvSource({
        "read, read, true",
        "read, reader, false",
        "read*, reader, true",
        "*er, reader, true",
        "*, reader, true",
        "**, '', true",
        "r*r, r, false",
        "r*ea*r, reader, true",
        "r*ea*x*r, reader, false",
        "r*d*r, 'rd\nr', true",
        "a.c, abc, false"
    })
    void aStarStandsForAnything(String pattern, String tool, boolean matches) {
        assertThat(new ToolChoice(List.of(pattern), List.of()).offers(tool)).isEqualTo(matches);
        assertThat(new ToolChoice(List.of(), List.of(pattern)).offers(tool)).isEqualTo(!matches);
    }

    @Test
    @Timeout(10)
    void aLongNameIsLookedThroughOnce() {
        var choice = new ToolChoice(List.of(), List.of("*a*a*a*a*a*b"));

        assertThat(choice.offers("a".repeat(4_000_000))).isTrue();
        assertThat(choice.offers("a".repeat(4_000_000) + "b")).isFalse();
    }
}
