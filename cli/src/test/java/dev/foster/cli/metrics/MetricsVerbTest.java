package dev.foster.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.FakeDaemon;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

@Timeout(60)
class MetricsVerbTest {
    @TempDir private Path folder;

    @Test
    void figuresArePrintedAsPrometheusReadsThem() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 1);

            assertThat(called.run("metrics")).isZero();

            assertThat(called.out())
                    .isEqualTo(
                            """
                            # HELP foster_process_restarts_total Restarts that nobody asked for.
                            # TYPE foster_process_restarts_total counter
                            foster_process_restarts_total{process="web"} 3
                            """);
        }
    }

    @Test
    void programsGetJson() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 1);
            called.run("metrics", "--json");

            Members metric =
                    Members.of(JsonText.parse(called.out()))
                            .list("metrics", Members::of)
                            .getFirst();
            assertThat(metric.text("name")).isEqualTo("foster_process_restarts_total");
            assertThat(metric.list("samples", Members::of).getFirst().decimal("value"))
                    .isEqualTo(3);
        }
    }

    @Test
    void withoutADaemonThereAreNone() {
        var called = new Called(folder);

        assertThat(called.run("metrics")).isEqualTo(3);
        ErrorGrammar.assertFollowedBy(called.err());
    }
}
