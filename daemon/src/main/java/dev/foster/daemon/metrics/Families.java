package dev.foster.daemon.metrics;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Puts the figures of one moment together. For one thread. */
public final class Families {
    private static final double NANOS = 1e9;

    private final Map<Metric, List<Sample>> found = new EnumMap<>(Metric.class);

    /**
     * Adds a figure.
     *
     * @param labels the values of the metric's labels, in their order
     */
    public void add(Metric metric, double value, String... labels) {
        put(metric, new Sample("", named(metric, labels), value));
    }

    /** Adds a figure that is counted: no double has to be exact beyond 2^53 of anything. */
    public void add(Metric metric, long value, String... labels) {
        add(metric, (double) value, labels);
    }

    /** Adds how many there were, and their sum. */
    public void summary(Metric metric, long count, double sum, String... labels) {
        List<Label> named = named(metric, labels);
        put(metric, new Sample("_count", named, (double) count));
        put(metric, new Sample("_sum", named, sum));
    }

    /** Adds durations by their length. */
    public void histogram(Metric metric, DurationCounts counts, String... labels) {
        List<Label> named = named(metric, labels);
        List<Double> bounds = DurationCounts.bounds();
        long[] buckets = counts.buckets();
        long soFar = 0;
        for (int i = 0; i < buckets.length; i++) {
            soFar += buckets[i];
            String bound = i < bounds.size() ? bounds.get(i).toString() : "+Inf";
            var all = new ArrayList<>(named);
            all.add(new Label("le", bound));
            put(metric, new Sample("_bucket", all, (double) soFar));
        }
        put(metric, new Sample("_count", named, (double) soFar));
        put(metric, new Sample("_sum", named, counts.totalNanos() / NANOS));
    }

    private void put(Metric metric, Sample sample) {
        found.computeIfAbsent(metric, _ -> new ArrayList<>()).add(sample);
    }

    private static List<Label> named(Metric metric, String... values) {
        List<String> names = metric.labels();
        if (names.size() != values.length) {
            throw new IllegalArgumentException(metric + " has other labels: " + names);
        }
        var labels = new ArrayList<Label>(values.length);
        for (int i = 0; i < values.length; i++) {
            labels.add(new Label(names.get(i), values[i]));
        }
        return labels;
    }

    /** All metrics that have figures, in the order of {@link Metric}. */
    public List<MetricFamily> all() {
        return found.entrySet().stream()
                .map(entry -> new MetricFamily(entry.getKey(), entry.getValue()))
                .toList();
    }
}
