package dev.foster.plugin.protocol.hclog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lines a plugin writes for its host. */
class LogWriterTest {
    private static final OffsetDateTime TIME = OffsetDateTime.parse("2026-11-15T10:11:12Z");

    @Test // [S13]
    void aLineHasTheNamesAndTheSixDigitsThatHostsLookFor() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("count", 3);
        fields.put("ratio", 0.5);
        fields.put("exact", new BigDecimal("1.10"));
        fields.put("fine", true);
        fields.put("odd", Double.NaN);
        fields.put("list", List.of("a", 2, List.of()));
        fields.put("path", Path.of("/a/b"));
        fields.put("why", new IllegalStateException("no\nway"));

        assertThat(LogWriter.line(Level.INFO, "kv", "plugin address", fields, TIME))
                .isEqualTo(
                        """
                        {"@level":"info","@message":"plugin address","@module":"kv",\
                        "@timestamp":"2026-11-15T10:11:12.000000Z","count":3,"ratio":0.5,\
                        "exact":1.10,"fine":true,"odd":"NaN",\
                        "list":["a",2,[]],"path":"/a/b",\
                        "why":"java.lang.IllegalStateException: no\\nway"}\
                        """);
    }

    @Test // [S13]
    void theTimeKeepsItsOffset() {
        assertThat(
                        LogWriter.line(
                                Level.WARN,
                                "",
                                "m",
                                Map.of(),
                                OffsetDateTime.parse("2026-11-15T10:11:12.0000019-05:30")))
                .isEqualTo(
                        """
                        {"@level":"warn","@message":"m",\
                        "@timestamp":"2026-11-15T10:11:12.000001-05:30"}\
                        """);
    }

    @Test
    void whatIsWrittenIsReadBack() {
        for (Level level : Level.values()) {
            String line = LogWriter.line(level, "a.b", "x\u2028\"\n\u0000", Map.of("k", "v"), TIME);
            LogEntry entry = new HclogLines().line(line);

            assertThat(line).doesNotContain("\n");
            assertThat(entry.level()).isEqualTo(level);
            assertThat(entry.message()).isEqualTo("x\u2028\"\n\u0000");
            assertThat(entry.fields()).isEqualTo(Map.of("@module", "a.b", "k", "v"));
            assertThat(entry.time()).contains(TIME);
        }
    }

    @Test
    void aFieldCannotPretendToBeTheMessage() {
        String line = LogWriter.line(Level.INFO, "", "true", Map.of("@message", "false"), TIME);

        assertThat(new HclogLines().line(line).message()).isEqualTo("true");
    }
}
