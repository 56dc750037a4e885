package dev.foster.daemon.metrics;

import dev.foster.json.Members;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures as JSON, for those who do not speak Prometheus. */
public final class MetricsJson {
    private MetricsJson() {}

    public static Map<String, Object> of(List<MetricFamily> families) {
        return Members.none().put("metrics", families, MetricsJson::family).object();
    }

    private static Map<String, Object> family(MetricFamily family) {
        Metric metric = family.metric();
        Members members =
                Members.none()
                        .put("name", metric.title())
                        .put("type", metric.type().word())
                        .put("help", metric.meaning());
        if (!metric.unit().isEmpty()) {
            members.put("unit", metric.unit());
        }
        return members.put("samples", family.samples(), sample -> sample(metric, sample)).object();
    }

    private static Map<String, Object> sample(Metric metric, Sample sample) {
        var labels = new LinkedHashMap<String, Object>();
        sample.labels().forEach(label -> labels.put(label.name(), label.value()));
        return Members.none()
                .put("name", metric.title() + sample.part())
                .put("labels", labels)
                .put("value", (Object) sample.value())
                .object();
    }
}
