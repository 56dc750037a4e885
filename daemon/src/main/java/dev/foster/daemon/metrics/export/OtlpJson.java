package dev.foster.daemon.metrics.export;

import dev.foster.daemon.metrics.DurationCounts;
import dev.foster.daemon.metrics.Label;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.daemon.metrics.Sample;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The figures in the words of OpenTelemetry: an ExportMetricsServiceRequest of OTLP in JSON. Names
 * are the same as for Prometheus, so that a dashboard need not care which way they came.
 */
final class OtlpJson {
    private static final int CUMULATIVE = 2;

    private final String began;
    private final String now;

    private OtlpJson(Instant began, Instant now) {
        this.began = nanos(began);
        this.now = nanos(now);
    }

    /**
     * Writes a request.
     *
     * @param sender who has these figures, by attribute
     * @param began since when counters count
     */
    static byte[] write(
            List<MetricFamily> families, Map<String, String> sender, Instant began, Instant now) {
        var writer = new OtlpJson(began, now);
        Map<String, Object> scope =
                Members.none()
                        .put("scope", Members.none().put("name", "dev.foster").object())
                        .put("metrics", families, writer::metric)
                        .object();
        List<Label> attributes =
                sender.entrySet().stream()
                        .map(entry -> new Label(entry.getKey(), entry.getValue()))
                        .toList();
        Map<String, Object> resource =
                Members.none()
                        .put(
                                "resource",
                                Members.none()
                                        .put("attributes", attributes, OtlpJson::attribute)
                                        .object())
                        .put("scopeMetrics", List.of(scope))
                        .object();
        return JsonText.write(Members.none().put("resourceMetrics", List.of(resource)).object())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String nanos(Instant at) {
        return Long.toString(at.getEpochSecond() * 1_000_000_000L + at.getNano());
    }

    private Map<String, Object> metric(MetricFamily family) {
        Metric metric = family.metric();
        Members members =
                Members.none()
                        .put("name", metric.title())
                        .put("description", metric.meaning())
                        .put("unit", unit(metric));
        switch (metric.type()) {
            case GAUGE, INFO -> members.put("gauge", numbers(family).object());
            case COUNTER ->
                    members.put(
                            "sum",
                            numbers(family)
                                    .put("aggregationTemporality", CUMULATIVE)
                                    .put("isMonotonic", (Object) true)
                                    .object());
            case HISTOGRAM ->
                    members.put(
                            "histogram",
                            Members.none()
                                    .put("dataPoints", histograms(family))
                                    .put("aggregationTemporality", CUMULATIVE)
                                    .object());
            case SUMMARY ->
                    members.put(
                            "summary",
                            Members.none().put("dataPoints", summaries(family)).object());
        }
        return members.object();
    }

    /** As UCUM abbreviates it. */
    private static String unit(Metric metric) {
        return switch (metric.unit()) {
            case "seconds" -> "s";
            case "bytes" -> "By";
            default -> "1";
        };
    }

    private Members numbers(MetricFamily family) {
        return Members.none()
                .put(
                        "dataPoints",
                        family.samples(),
                        sample ->
                                point(sample.labels())
                                        .put("asDouble", (Object) sample.value())
                                        .object());
    }

    private Members point(List<Label> labels) {
        return Members.none()
                .put("attributes", labels, OtlpJson::attribute)
                .put("startTimeUnixNano", began)
                .put("timeUnixNano", now);
    }

    private static Map<String, Object> attribute(Label label) {
        return Members.none()
                .put("key", label.name())
                .put("value", Members.none().put("stringValue", label.value()).object())
                .object();
    }

    /** Its samples come in rows: all buckets, each with those below it, then count and sum. */
    private List<Object> histograms(MetricFamily family) {
        var points = new ArrayList<>();
        var buckets = new ArrayList<String>();
        double below = 0;
        double count = 0;
        for (Sample sample : family.samples()) {
            switch (sample.part()) {
                case "_bucket" -> {
                    buckets.add(whole(sample.value() - below));
                    below = sample.value();
                }
                case "_count" -> count = sample.value();
                default -> {
                    points.add(
                            point(sample.labels())
                                    .put("count", whole(count))
                                    .put("sum", (Object) sample.value())
                                    .put("bucketCounts", List.copyOf(buckets))
                                    .put("explicitBounds", DurationCounts.bounds())
                                    .object());
                    buckets.clear();
                    below = 0;
                }
            }
        }
        return points;
    }

    private List<Object> summaries(MetricFamily family) {
        var points = new ArrayList<>();
        double count = 0;
        for (Sample sample : family.samples()) {
            if (sample.part().equals("_count")) {
                count = sample.value();
            } else {
                points.add(
                        point(sample.labels())
                                .put("count", whole(count))
                                .put("sum", (Object) sample.value())
                                .object());
            }
        }
        return points;
    }

    /** Numbers of 64 bits are texts in the JSON of protocol buffers. */
    private static String whole(double value) {
        return Long.toString((long) value);
    }
}
