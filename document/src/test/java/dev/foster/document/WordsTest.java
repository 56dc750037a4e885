package dev.foster.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;

/** Durations, sizes and other people's words. */
class WordsTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "5s, PT5S",
        "5 s, PT5S",
        "5, PT5S",
        "0.25, PT0.25S",
        "1.5m, PT1M30S",
        "2h, PT2H",
        "1d, PT24H",
        "0, PT0S",
        "3650d, PT87600H"
    })
    void durationsAreReadAsPeopleWriteThem(String text, Duration expected) {
        assertThat(Durations.parse(text)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "-1s", "1 sec", "1e3", "3651d", "9999999999", "1.s", " 1s"})
    void whatIsNoDurationIsNone(String text) {
        assertThat(Durations.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "512, 512",
        "512B, 512",
        "1KB, 1000",
        "1k, 1000",
        "1KiB, 1024",
        "10MB, 10000000",
        "10 MiB, 10485760",
        "1.5GB, 1500000000",
        "1TiB, 1099511627776"
    })
    void sizesAreReadAsPeopleWriteThem(String text, long bytes) {
        assertThat(ByteSize.parse(text)).contains(new ByteSize(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MB", "-1", "1XB", "1 000", "99999999999999", "9999999999TB"})
    void whatIsNoSizeIsNone(String text) {
        assertThat(ByteSize.parse(text)).isEmpty();
    }

    @Test
    void aRoundSizeIsShownInItsUnit() {
        assertThat(new ByteSize(10_000_000)).hasToString("10MB");
        assertThat(new ByteSize(0)).hasToString("0B");
        assertThat(new ByteSize(1_500)).hasToString("1500B");
    }

    @Test
    void theNearestKeyIsAdvisedOrElseAll() {
        List<String> known = List.of("command", "working_dir", "environment", "ready");

        assertThat(Words.advice("comand", known)).isEqualTo("did you mean \"command\"?");
        assertThat(Words.advice("colour", known)).startsWith("known are ").contains("command");
    }

    @Test
    void otherPeoplesWordsStayOnOneLine() {
        assertThat(Words.quote("a\nb\tc")).isEqualTo("\"a b c\"");
        assertThat(Words.clip("x".repeat(100))).hasSize(61).endsWith("…");
    }
}
