package dev.foster.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The reference of metrics is written from the code. */
class MetricsReferenceTest {
    private static final Path FILE = Path.of("..", "docs", "reference", "metrics.md");
    private static final String BEGIN =
            "<!-- Written from Metric.java; MetricsReferenceTest says how to do it again. -->\n";

    @Test
    void theReferenceListsEveryMetric() throws IOException {
        String file = Files.readString(FILE);
        String written = file.substring(0, file.indexOf(BEGIN)) + BEGIN + table();
        if (Boolean.getBoolean("foster.write")) {
            Files.writeString(FILE, written);
        }

        assertThat(Files.readString(FILE))
                .as(
                        "the table of docs/reference/metrics.md is written from Metric.java; write"
                                + " it again with ./test -pl daemon -am -Dtest=MetricsReferenceTest"
                                + " -Dfoster.write=true")
                .isEqualTo(written);
    }

    private static String table() {
        var out = new StringBuilder("\n| Name | Type | Labels | Meaning |\n|---|---|---|---|\n");
        for (Metric metric : Metric.values()) {
            out.append("| `").append(metric.title()).append("` | ").append(metric.type().word());
            out.append(" | ");
            out.append(
                    metric.labels().stream()
                            .map(it -> "`" + it + "`")
                            .collect(Collectors.joining(", ")));
            out.append(" | ").append(metric.meaning()).append(" |\n");
        }
        return out.toString();
    }
}
