package dev.foster.process.internal.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

class StatLineTest {
    private static final String FIGURES =
            " S 17 21 23 0 -1 4194304 99 2 3 4 50 7 20 3 20 0 6 0 7101160 3133440 414"
                    + " 18446744073709551615 94259386789888";

    private final StatLine stat = new StatLine();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep",
                "",
                "a b",
                ") S 1 1 1",
                "((((",
                "))))",
                "line\nbreak) Z 9 9 9 9 9",
                "\u00ff\u0001 \t"
            })
    void aNameMayHoldAnything(String name) {
        assertThat(parse("4711 (" + name + ")" + FIGURES)).isTrue();

        assertThat(stat.parent()).isEqualTo(17);
        assertThat(stat.group()).isEqualTo(21);
        assertThat(stat.session()).isEqualTo(23);
        assertThat(stat.ownNanos()).isEqualTo(570_000_000);
        assertThat(stat.waitedNanos()).isEqualTo(230_000_000);
        assertThat(stat.threads()).isEqualTo(6);
        assertThat(stat.start()).isEqualTo(7101160);
        assertThat(stat.zombie()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "4711",
                "4711 (sleep",
                "4711 (sleep)",
                "4711 (sleep) ",
                "4711 (sleep) S",
                "4711 (sleep) S 17 21 x 0",
                "4711 (sleep) S 17  21 23",
                "no line at all, but long enough to hold all of the figures that one would have"
            })
    void whatIsNoLineIsNotParsed(String text) {
        assertThat(parse(text)).isFalse();
    }

    @Test
    void aLineThatWasCutAnywhereBeforeTheLastFigureIsNotParsed() {
        String whole = "4711 (sleep)" + FIGURES;
        int enough = whole.indexOf(" 414") + 4;
        for (int length = 0; length <= enough; length++) {
            assertThat(parse(whole.substring(0, length))).as("cut at %s", length).isFalse();
        }
        assertThat(parse(whole.substring(0, enough + 1))).isTrue();
    }

    @Test
    void aZombieIsTold() {
        assertThat(parse("4711 (sleep)" + FIGURES.replace(" S ", " Z "))).isTrue();
        assertThat(stat.zombie()).isTrue();
    }

    @Test
    void memoryThatCameOrWentShows() {
        parse("1 (a)" + FIGURES);
        long before = stat.memoryPrint();
        parse("1 (a)" + FIGURES.replace(" 50 7 ", " 60 9 "));
        assertThat(stat.memoryPrint()).as("only time passed").isEqualTo(before);

        parse("1 (a)" + FIGURES.replace(" 99 ", " 100 "));
        assertThat(stat.memoryPrint()).as("a page was touched").isNotEqualTo(before);
        parse("1 (a)" + FIGURES.replace(" 3133440 ", " 3129344 "));
        assertThat(stat.memoryPrint()).as("a range was given back").isNotEqualTo(before);
        parse("1 (a)" + FIGURES.replace(" 414 ", " 350 "));
        assertThat(stat.memoryPrint()).as("pages were taken away").isNotEqualTo(before);
    }

    private boolean parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return stat.parse(bytes, bytes.length);
    }
}
