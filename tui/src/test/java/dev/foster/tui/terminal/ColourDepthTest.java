package dev.foster.tui.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.frame.Colour;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

class ColourDepthTest {

    @Test
    void theEnvironmentSaysHowManyColoursThereAre() {
        assertThat(ColourDepth.of(Map.of("TERM", "xterm"))).isEqualTo(ColourDepth.SIXTEEN);
        assertThat(ColourDepth.of(Map.of("TERM", "xterm-256color"))).isEqualTo(ColourDepth.PALETTE);
        assertThat(ColourDepth.of(Map.of("TERM", "xterm-direct"))).isEqualTo(ColourDepth.TRUE);
        assertThat(ColourDepth.of(Map.of("TERM", "xterm", "COLORTERM", "truecolor")))
                .isEqualTo(ColourDepth.TRUE);
        assertThat(ColourDepth.of(Map.of("COLORTERM", "24bit"))).isEqualTo(ColourDepth.TRUE);
    }

    @Test
    void whoWantsNoColoursGetsNone() {
        var environment = Map.of("NO_COLOR", "1", "COLORTERM", "truecolor");

        assertThat(ColourDepth.of(environment)).isEqualTo(ColourDepth.NONE);
        assertThat(ColourDepth.of(Map.of("NO_COLOR", ""))).isEqualTo(ColourDepth.SIXTEEN);
    }

    @ParameterizedTest
    @CsvSource({"none, NONE", "16, SIXTEEN", "256, PALETTE", "true, TRUE", "what, NONE"})
    void ourOwnVariableHasTheLastWord(String value, ColourDepth expected) {
        assertThat(ColourDepth.of(Map.of("FOSTER_COLOR", value, "NO_COLOR", "1")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0", "255, 255, 255, 15", "200, 200, 200, 7", "128, 128, 128, 8", "205, 0, 0, 1",
        "255, 60, 60, 9", "0, 200, 0, 2", "166, 227, 161, 10", "255, 165, 0, 11", "30, 30, 46, 0",
        "0, 0, 238, 12", "0, 0, 180, 4", "120, 40, 140, 5", "0, 180, 180, 6", "137, 180, 250, 12"
    })
    void ofTheSixteenTheNearestHueIsTaken(int red, int green, int blue, int expected) {
        assertThat(ColourDepth.SIXTEEN.nearest(Colour.mixed(red, green, blue))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 16",
        "255, 255, 255, 231",
        "255, 0, 0, 196",
        "95, 135, 175, 67",
        "8, 8, 8, 232",
        "128, 128, 128, 244",
        "255, 135, 0, 208",
        "238, 238, 238, 255",
        "30, 30, 46, 235"
    })
    void ofThePaletteTheNearestIsTaken(int red, int green, int blue, int expected) {
        assertThat(ColourDepth.PALETTE.nearest(Colour.mixed(red, green, blue))).isEqualTo(expected);
    }

    @Test
    void everyColourOfThePaletteIsNearestToItself() {
        for (int number = 0; number < 256; number++) {
            assertThat(ColourDepth.PALETTE.nearest(number)).isEqualTo(number);
            assertThat(ColourDepth.SIXTEEN.nearest(number)).isBetween(0, 15);
        }
        assertThat(ColourDepth.SIXTEEN.nearest(196)).isEqualTo(Colour.BRIGHT_RED);
        assertThat(ColourDepth.SIXTEEN.nearest(244)).isEqualTo(Colour.GREY);
        assertThat(ColourDepth.SIXTEEN.nearest(Colour.DEFAULT)).isEqualTo(Colour.DEFAULT);
        assertThat(ColourDepth.NONE.nearest(Colour.RED)).isEqualTo(Colour.DEFAULT);
        assertThat(ColourDepth.TRUE.nearest(Colour.mixed(1, 2, 3)))
                .isEqualTo(Colour.mixed(1, 2, 3));
    }
}
