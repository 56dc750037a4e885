package dev.foster.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** The texts that Prometheus reads, to the letter. */
class ExpositionTest {

    private static List<MetricFamily> families() {
        var families = new Families();
        families.add(Metric.INFO, 1, "shop", "1.2.3", "linux");
        families.add(Metric.PROCESS_RESTARTS, 3, "web");
        families.add(Metric.PROCESS_RESTARTS, 0, "a\"b\\c\nd");
        families.add(Metric.PROCESS_CPU, 0.25, "web");
        families.add(Metric.PROCESS_MEMORY, 301_000_000_000.0, "web");
        families.summary(Metric.MCP_CALLS, 2, 1.5, "files", "tools/call");
        var counts = new DurationCounts();
        counts.add(1_000_000);
        counts.add(5_000_000);
        counts.add(5_000_001);
        counts.add(60_000_000_000L);
        families.histogram(Metric.PROBE_DURATION, counts, "web", "live");
        return families.all();
    }

    @Test
    void prometheusReadsItsOldFormat() {
        assertThat(Exposition.PROMETHEUS.write(families()))
                .isEqualTo(
                        """
                        # HELP foster_info What this daemon is.
                        # TYPE foster_info gauge
                        foster_info{project="shop",version="1.2.3",engine="linux"} 1
                        # HELP foster_process_restarts_total Restarts that nobody asked for.
                        # TYPE foster_process_restarts_total counter
                        foster_process_restarts_total{process="web"} 3
                        foster_process_restarts_total{process="a\\"b\\\\c\\nd"} 0
                        # HELP foster_process_cpu_seconds_total Processor time of the current run with all its descendants.
                        # TYPE foster_process_cpu_seconds_total counter
                        foster_process_cpu_seconds_total{process="web"} 0.25
                        # HELP foster_process_memory_bytes Resident memory of a process with all its descendants.
                        # TYPE foster_process_memory_bytes gauge
                        foster_process_memory_bytes{process="web"} 301000000000
                        # HELP foster_probe_duration_seconds How long answers to probes took, good or bad.
                        # TYPE foster_probe_duration_seconds histogram
                        foster_probe_duration_seconds_bucket{process="web",role="live",le="0.005"} 2
                        foster_probe_duration_seconds_bucket{process="web",role="live",le="0.05"} 3
                        foster_probe_duration_seconds_bucket{process="web",role="live",le="0.25"} 3
                        foster_probe_duration_seconds_bucket{process="web",role="live",le="1.5"} 3
                        foster_probe_duration_seconds_bucket{process="web",role="live",le="7.5"} 3
                        foster_probe_duration_seconds_bucket{process="web",role="live",le="+Inf"} 4
                        foster_probe_duration_seconds_count{process="web",role="live"} 4
                        foster_probe_duration_seconds_sum{process="web",role="live"} 60.011000001
                        # HELP foster_mcp_call_duration_seconds Requests of clients, and how long their answers took.
                        # TYPE foster_mcp_call_duration_seconds summary
                        foster_mcp_call_duration_seconds_count{server="files",method="tools/call"} 2
                        foster_mcp_call_duration_seconds_sum{server="files",method="tools/call"} 1.5
                        """);
    }

    @Test
    void openMetricsNamesFamiliesWithoutTheirEndings() {
        String text = Exposition.OPENMETRICS.write(families());

        assertThat(text)
                .contains("# TYPE foster info\nfoster_info{")
                .contains("# TYPE foster_process_restarts counter\nfoster_process_restarts_total{")
                .contains("# UNIT foster_process_cpu_seconds seconds\n")
                .doesNotContain("# UNIT foster_process_restarts")
                .endsWith("\n# EOF\n");
    }

    @Test
    void bothAreWhatTheirReadersUnderstand() throws Exception {
        assertThat(Parsers.promtool(Exposition.PROMETHEUS.write(families()), "check", "metrics"))
                .isEmpty();
        assertThat(Parsers.python("openmetrics", Exposition.OPENMETRICS.write(families())))
                .containsExactly(
                        "foster info - 1",
                        "foster_process_restarts counter - 2",
                        "foster_process_cpu_seconds counter seconds 1",
                        "foster_process_memory_bytes gauge bytes 1",
                        "foster_probe_duration_seconds histogram seconds 8",
                        "foster_mcp_call_duration_seconds summary seconds 2");
    }

    @Test
    void theParsersAreStrict() {
        assertThatThrownBy(() -> Parsers.python("openmetrics", "# TYPE a counter\na 1\n# EOF\n"))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> Parsers.promtool("a{b=c} 1\n", "check", "metrics"))
                .isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | PROMETHEUS",
                "*/* | PROMETHEUS",
                "text/html | PROMETHEUS",
                "text/plain;version=0.0.4 | PROMETHEUS",
                "application/openmetrics-text | OPENMETRICS",
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;"
                        + "version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1"
                        + " | OPENMETRICS",
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
                        + "text/plain;version=0.0.4;q=0.4 | OPENMETRICS",
                "application/openmetrics-text;q=0.2, text/plain | PROMETHEUS",
                "application/openmetrics-text;q=0 | PROMETHEUS",
                "APPLICATION/OpenMetrics-Text; Q=0.9, text/plain; q=0.3 | OPENMETRICS",
            })
    void theClientChooses(String accept, Exposition chosen) {
        assertThat(Exposition.wanted(accept)).isEqualTo(chosen);
    }

    @Test
    void aSampleHasTheLabelsOfItsMetric() {
        assertThatThrownBy(() -> new Families().add(Metric.PROCESS_UP, 1))
                .hasMessageContaining("PROCESS_UP has other labels: [process]");
    }
}
