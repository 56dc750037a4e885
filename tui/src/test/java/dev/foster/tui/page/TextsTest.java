package dev.foster.tui.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.Amounts;
import dev.foster.control.ProcessState;
import dev.foster.tui.frame.Clusters;
import dev.foster.tui.frame.Colour;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

class TextsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "59, 59s",
        "60, 1m00s",
        "3599, 59m59s",
        "3600, 1h00m",
        "86399, 23h59m",
        "86400, 1d00h",
        "900000, 10d10h",
        "-5, 0s"
    })
    void timesThatPassedAreShort(long seconds, String text) {
        assertThat(Amounts.elapsed(Duration.ofSeconds(seconds))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0 KB",
        "1500, 1.5 KB",
        "999949, 999.9 KB",
        "999950, 1.0 MB",
        "123400000, 123.4 MB",
        "5000000000000000, 5000.0 TB"
    })
    void sizesAreInThousands(long bytes, String text) {
        assertThat(Amounts.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"12, 12", "12.34, 12.3", "1234.5, 1235", "-0.5, -0.5", "-3, -3"})
    void figuresHaveTenthsWhereTheyMatter(double value, String text) {
        assertThat(Brief.figure(value)).isEqualTo(text);
    }

    @Test
    void timesOfTheDayAreToldForThePlaceWhereThePersonIs() {
        Instant at = Instant.parse("2026-01-31T23:05:09.007Z");
        assertThat(Brief.exactTime(at, ZoneOffset.UTC)).isEqualTo("23:05:09.007");
        assertThat(Brief.time(at, ZoneId.of("Asia/Tokyo"))).isEqualTo("08:05:09");
        assertThat(Brief.day(at, ZoneId.of("Asia/Tokyo"))).isEqualTo("02-01");
    }

    @ParameterizedTest
    @EnumSource(ProcessState.class)
    void everyStateHasASymbolOfOneCell(ProcessState state) {
        assertThat(Clusters.width(Looks.of(state, true).symbol())).isEqualTo(1);
        assertThat(Looks.of(state, true).calm()).isEqualTo(state == ProcessState.RUNNING);
    }

    @Test
    void rowsEndBetweenWords() {
        assertThat(Paragraph.rows("one two  three four", 9))
                .containsExactly("one two", "three", "four");
        assertThat(Paragraph.rows("one two  three", 20)).containsExactly("one two  three");
        assertThat(Paragraph.rows("  indented text", 12)).containsExactly("  indented", "text");
        assertThat(Paragraph.rows("", 5)).containsExactly("");
    }

    @Test
    void aWordThatIsTooLongIsCut() {
        assertThat(Paragraph.rows("a 0123456789 b", 4))
                .containsExactly("a", "0123", "4567", "89 b");
        assertThat(Paragraph.rows("界界界", 4)).containsExactly("界界", "界");
    }

    @Test
    void everyPlaceFoundIsHighlightedAcrossStyles() {
        Style red = Style.of(Colour.RED);
        Text text = Text.of("an Err").plus("oR, error", red);
        Text found = Highlight.of(text, "error", Highlight.FOUND);
        assertThat(found.plain()).isEqualTo("an ErroR, error");
        assertThat(found.spans())
                .containsExactly(
                        new Text.Span("an ", Style.PLAIN),
                        new Text.Span("Err", Highlight.FOUND),
                        new Text.Span("oR", Highlight.FOUND),
                        new Text.Span(", ", red),
                        new Text.Span("error", Highlight.FOUND));
        assertThat(Highlight.of(text, "nothing", Highlight.FOUND)).isEqualTo(text);
        assertThat(Highlight.of(text, "", Highlight.FOUND)).isEqualTo(text);
    }
}
