package dev.foster.plugin.protocol.hclog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;

/** What a host makes of each line on a plugin's standard error. */
class HclogLinesTest {
    private final HclogLines lines = new HclogLines();

    @Test // [24.39]
    void aLineOfHclog() {
        LogEntry entry =
                lines.line(
                        """
                        {"@level":"warn","@message":"disk \\u00e4lmost full","@module":"kv.store",\
                        "@timestamp":"2026-11-15T10:11:12.000345+02:00","free":17,"ok":false,\
                        "who":"me","deep":{"a": [1, null]},"none":null}\
                        """);

        assertThat(entry.level()).isEqualTo(Level.WARN);
        assertThat(entry.message()).isEqualTo("disk älmost full");
        assertThat(entry.time()).contains(OffsetDateTime.parse("2026-11-15T10:11:12.000345+02:00"));
        assertThat(entry.fields())
                .containsExactly(
                        Map.entry("@module", "kv.store"),
                        Map.entry("free", "17"),
                        Map.entry("ok", "false"),
                        Map.entry("who", "me"),
                        Map.entry("deep", "{\"a\": [1, null]}"),
                        Map.entry("none", "null"));
    }

    @ParameterizedTest // [24.39]
    @CsvSource({"trace,TRACE", "DEBUG,DEBUG", "Info,INFO", "' warn ',WARN", "error,ERROR"})
    void levelsInAnyCaseAndWithSpace(String text, Level level) {
        assertThat(lines.line("{\"@level\":\"" + text + "\",\"@message\":\"m\"}"))
                .isEqualTo(new LogEntry(level, "m", Map.of(), Optional.empty()));
    }

    @ParameterizedTest // [24.42]
    @ValueSource(
            strings = {
                "[1,2]",
                "17",
                "\"text\"",
                "null",
                "{}",
                "{\"a\":1}",
                "{\"@level\":\"off\",\"@message\":\"m\"}",
                "{\"@level\":\"fatal\"}",
                "{\"@level\":3,\"@message\":\"m\"}",
                "{\"@level\":\"info\"",
                "{\"@level\":\"info\"} and more",
                "{\"@level\":\"info\"}{}",
                "{\"@level\":\"info\",\"@timestamp\":\"yesterday\"}",
                "{\"@level\":\"info\",\"@timestamp\":\"2026-11-15T10:11:12Z\"}",
                "{\"@level\":\"info\",\"@timestamp\":\"2026-11-15T10:11:12.123Z\"}",
                "{\"@level\":\"info\",\"@timestamp\":\"2026-11-15T10:11:12.1234567Z\"}",
                "{\"@level\":\"info\",\"@timestamp\":\"2026-02-30T10:11:12.123456Z\"}",
                "{\"@level\":\"info\",\"@timestamp\":\"\"}",
            })
    void oddJsonIsPassedOnAsItIs(String line) {
        assertThat(lines.line(line)).isEqualTo(LogEntry.text(Level.DEBUG, line));
    }

    @Test
    void wordsOfTheWrongKindAreReadWithLenience() {
        assertThat(lines.line("{\"@level\":\"info\",\"@message\":{\"a\":1},\"@timestamp\":5}"))
                .isEqualTo(
                        new LogEntry(
                                Level.INFO,
                                "{\"a\":1}",
                                Map.of("@timestamp", "5"),
                                Optional.empty()));
    }

    @Test
    void aStructureDeeperThanAnybodyNeedsIsText() {
        String line = "{\"@level\":\"info\",\"a\":" + "[".repeat(30_000) + "]".repeat(30_000) + "}";

        assertThat(lines.line(line)).isEqualTo(LogEntry.text(Level.DEBUG, line));
    }

    @ParameterizedTest // [24.40]
    @CsvSource({
        "[TRACE] x,TRACE",
        "[DEBUG] x,DEBUG",
        "[INFO]x,INFO",
        "[WARN],WARN",
        "[ERROR] x,ERROR",
        "' [ERROR] x',DEBUG",
        "[warn] x,DEBUG",
        "[FATAL] x,DEBUG",
        "plain,DEBUG",
    })
    void textThatClaimsALevelInItsFirstColumnHasIt(String line, Level level) {
        assertThat(lines.line(line)).isEqualTo(LogEntry.text(level, line));
    }

    @ParameterizedTest // [24.41]
    @ValueSource(strings = {"panic: nil map", "fatal error: all goroutines are asleep"})
    void aPanicLastsUntilTheEnd(String panic) {
        assertThat(lines.line("before").level()).isEqualTo(Level.DEBUG);
        assertThat(lines.line(panic)).isEqualTo(LogEntry.text(Level.ERROR, panic));
        assertThat(lines.line("").level()).isEqualTo(Level.ERROR);
        assertThat(lines.line("goroutine 1 [running]:").level()).isEqualTo(Level.ERROR);
        assertThat(lines.line("[INFO] still has its own").level()).isEqualTo(Level.INFO);
        assertThat(lines.line("{\"@level\":\"trace\"}").level()).isEqualTo(Level.TRACE);
        assertThat(lines.line("{\"a\":1}").level()).isEqualTo(Level.DEBUG);
        assertThat(lines.line("exit status 2").level()).isEqualTo(Level.ERROR);
    }

    @Test // [24.41]
    void onlyTheFirstColumnPanics() {
        assertThat(lines.line("do not panic: all is well").level()).isEqualTo(Level.DEBUG);
        assertThat(lines.line("next").level()).isEqualTo(Level.DEBUG);
    }

    @Test // [24.43]
    void aPieceOfALongLineIsNotParsed() {
        String piece = "{\"@level\":\"error\",\"@message\":\"m\"}";

        assertThat(lines.fragment(piece)).isEqualTo(LogEntry.text(Level.DEBUG, piece));
        assertThat(lines.fragment("panic: x").level()).isEqualTo(Level.DEBUG);
        assertThat(lines.line("not panicking").level()).isEqualTo(Level.DEBUG);
    }
}
