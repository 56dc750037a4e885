package dev.foster.tui.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.frame.ChildText;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Locale;
import java.util.Random;

/** A text is found where it is seen, however the line is made up. */
class SoughtTest {
    private static final String ESCAPE = "\u001b";
    private static final String[] PIECES = {
        "a",
        "B",
        "b",
        "ab",
        " ",
        "m",
        "[",
        "1",
        ESCAPE + "[1m",
        ESCAPE + "[0;31m",
        ESCAPE + "[m",
        ESCAPE + "[2K",
        ESCAPE + "[1",
        ESCAPE,
        ESCAPE + "]0;ab\u0007",
        "\r",
        "\t",
        "界",
        "é"
    };

    @Test
    void coloursWithinAWordDoNotHideIt() {
        String line = "a " + ESCAPE + "[31mre" + ESCAPE + "[32md" + ESCAPE + "[0m word";
        assertThat(new Sought("RED w").in(line)).isTrue();
        assertThat(new Sought("31m").in(line)).isFalse();
    }

    @Test
    void whatWasWrittenOverIsNotSeen() {
        assertThat(new Sought("20%").in("at 20%\rat 40%")).isFalse();
        assertThat(new Sought("40%").in("at 20%\rat 40%")).isTrue();
    }

    @Test
    void nothingIsFoundEverywhere() {
        assertThat(new Sought("").in("")).isTrue();
        assertThat(new Sought("").in(ESCAPE + "[1m")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void itIsFoundIfAndOnlyIfItIsSeen(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            String raw = made(random, 12);
            String part = made(random, 3).replaceAll("[^aBb 1m\\[]", "");
            boolean seen =
                    ChildText.of(raw)
                            .plain()
                            .toLowerCase(Locale.ROOT)
                            .contains(part.toLowerCase(Locale.ROOT));
            assertThat(new Sought(part).in(raw)).as("%s in %s", part, raw).isEqualTo(seen);
        }
    }

    private static String made(Random random, int most) {
        var text = new StringBuilder();
        for (int i = random.nextInt(most); i >= 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }
}
