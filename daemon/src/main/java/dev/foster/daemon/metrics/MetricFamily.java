package dev.foster.daemon.metrics;

import java.util.List;

/** A metric with its figures of one moment. */
public record MetricFamily(Metric metric, List<Sample> samples) {
    public MetricFamily {
        samples = List.copyOf(samples);
    }
}
