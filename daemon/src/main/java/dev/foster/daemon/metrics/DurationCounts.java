package dev.foster.daemon.metrics;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** How many durations were how long. For many threads. */
public final class DurationCounts {
    // None is a whole number: those are written differently in different formats, and Prometheus
    // takes two spellings for two series.
    private static final List<Double> BOUNDS = List.of(0.005, 0.05, 0.25, 1.5, 7.5);
    private static final double NANOS = 1e9;

    // One for each bound, one for longer ones, and the sum.
    private final AtomicLongArray counts = new AtomicLongArray(BOUNDS.size() + 2);

    /** The longest durations of the buckets, in seconds; the last bucket has no bound. */
    public static List<Double> bounds() {
        return BOUNDS;
    }

    public void add(long nanos) {
        int bucket = 0;
        while (bucket < BOUNDS.size() && nanos > BOUNDS.get(bucket) * NANOS) {
            bucket++;
        }
        counts.incrementAndGet(bucket);
        counts.addAndGet(BOUNDS.size() + 1, nanos);
    }

    /** How many are in each bucket. */
    long[] buckets() {
        var buckets = new long[BOUNDS.size() + 1];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = counts.get(i);
        }
        return buckets;
    }

    long totalNanos() {
        return counts.get(BOUNDS.size() + 1);
    }
}
