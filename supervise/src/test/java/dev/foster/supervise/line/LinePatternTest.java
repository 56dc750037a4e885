package dev.foster.supervise.line;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Regular expressions that somebody wrote, on lines that somebody else writes. */
class LinePatternTest {
    private static final String CATASTROPHE = "^(a|aa)*\\1$";
    private static final String LINE = "a".repeat(60) + "!";

    @Test
    void whatIsInALineIsFound() {
        assertThat(new LinePattern("port (\\d+)").find("on port 8080").orElseThrow().group(1))
                .isEqualTo("8080");
        assertThat(new LinePattern("port (\\d+)").find("on no port")).isEmpty();
    }

    @Test
    void oneThatTakesTooLongFindsNothingAndIsGivenUpAfterAWhile() {
        var pattern = new LinePattern(CATASTROPHE);
        assertThat(pattern.find(LINE)).isEmpty();
        assertThat(pattern.givenUp()).isFalse();
        for (int i = 0; i < 10; i++) {
            assertThat(pattern.find(LINE)).isEmpty();
        }
        assertThat(pattern.givenUp()).isTrue();
    }

    @Test
    void oneThatNestsTooDeeplyFindsNothing() {
        assertThat(new LinePattern("^(a|b)*c$").find("ab".repeat(50_000))).isEmpty();
    }
}
