package dev.foster.daemon.metrics.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.MetricsSpec;
import dev.foster.daemon.metrics.DurationCounts;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.daemon.metrics.Parsers;
import dev.foster.daemon.notify.Receiver;
import dev.foster.daemon.outbound.HttpPoster;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Figures on their way to OpenTelemetry. */
@Timeout(180)
class OtlpExporterTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private final Leaks before = Leaks.snapshot();
    private final List<String> told = new CopyOnWriteArrayList<>();

    /** What the JDK loads for its first request stays for good. */
    @BeforeAll
    static void warmUp() throws Exception {
        try (var receiver = new Receiver();
                var caller = new HttpPoster()) {
            caller.post(receiver.address("/"), Map.of(), new byte[0], SOON);
        }
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static List<MetricFamily> families() {
        var families = new Families();
        families.add(Metric.INFO, 1, "shop", "1.2.3", "linux");
        families.add(Metric.PROCESS_RESTARTS, 3, "web");
        families.add(Metric.PROCESS_RESTARTS, 4, "ü\"\\\n");
        families.add(Metric.PROCESS_MEMORY, 1.5e9, "web");
        families.summary(Metric.MCP_CALLS, 2, 1.5, "files", "tools/call");
        var counts = new DurationCounts();
        counts.add(1_000_000);
        counts.add(60_000_000_000L);
        families.histogram(Metric.PROBE_DURATION, counts, "web", "live");
        families.histogram(Metric.PROBE_DURATION, new DurationCounts(), "db", "live");
        return families.all();
    }

    private OtlpExporter exporter(URI address) {
        return new OtlpExporter(
                new MetricsSpec.Otlp(address, Duration.ofMillis(50), Map.of("X-Key", "k3y")),
                OtlpExporterTest::families,
                Map.of("service.name", "foster"),
                (kind, text) -> told.add(kind.word() + ": " + text));
    }

    @Test
    void whatIsSentIsARequestOfOpenTelemetry() throws Exception {
        byte[] request =
                OtlpJson.write(
                        families(),
                        Map.of("service.name", "foster"),
                        Instant.parse("2026-01-31T12:00:00Z"),
                        Instant.parse("2026-01-31T12:01:00.5Z"));

        assertThat(Parsers.python("otlp", new String(request, StandardCharsets.UTF_8)))
                .containsExactly(
                        "resource service.name foster",
                        "foster_info gauge 1",
                        "foster_process_restarts_total sum 2",
                        "foster_process_memory_bytes gauge 1",
                        "foster_probe_duration_seconds histogram 2",
                        "foster_mcp_call_duration_seconds summary 1");
    }

    @Test
    void figuresAreSentAgainAndAgain() throws Exception {
        try (var receiver = new Receiver();
                var exporter = exporter(receiver.address(""))) {
            Eventually.until(SOON, "twice", () -> receiver.requests().size() >= 2);

            assertThat(receiver.requests().getFirst().path()).containsExactly("v1", "metrics");
            assertThat(receiver.header(0, "x-key")).isEqualTo("k3y");
            assertThat(receiver.header(0, "content-type")).isEqualTo("application/json");
            assertThat(receiver.body(0)).startsWith("{\"resourceMetrics\":[");
            assertThat(exporter.spec().toString()).doesNotContain("k3y");
            var own = new Families();
            exporter.tell(own);
            assertThat(own.all().getFirst().samples().getFirst().value()).isGreaterThanOrEqualTo(1);
        }
        assertThat(told).isEmpty();
    }

    @Test
    void troubleIsToldOnceAndSoIsItsEnd() throws Exception {
        try (var receiver = new Receiver(500, 500, 500);
                var exporter = exporter(receiver.address("/otlp/"))) {
            assertThat(exporter.spec().period()).isEqualTo(Duration.ofMillis(50));
            Eventually.until(SOON, "told twice", () -> told.size() == 2);

            assertThat(receiver.requests().getFirst().path())
                    .containsExactly("otlp", "v1", "metrics");
            assertThat(told)
                    .containsExactly(
                            "metrics-export-failed: cannot send metrics to 127.0.0.1: status 500;"
                                    + " look at metrics.otlp and whether its receiver runs",
                            "metrics-export-recovered: metrics are received again");
        }
    }

    @Test
    void aReceiverThatNeverAnswersDoesNotHoldUpTheEnd() throws Exception {
        try (var receiver = new Receiver(Receiver.SILENCE)) {
            try (var exporter = exporter(receiver.address(""))) {
                assertThat(exporter.spec().address()).isEqualTo(receiver.address(""));
                Eventually.until(SOON, "under way", () -> receiver.requests().size() == 1);
            }
        }
    }

    @Test
    void theAddressIsThatOfTheReceiverOrOfItsMetrics() {
        for (String given : List.of("http://a", "http://a/", "http://a/v1/metrics")) {
            assertThat(OtlpExporter.address(URI.create(given)))
                    .isEqualTo(URI.create("http://a/v1/metrics"));
        }
    }
}
