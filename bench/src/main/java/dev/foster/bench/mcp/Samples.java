package dev.foster.bench.mcp;

import java.util.Arrays;

/** Times of the same thing, done often. */
final class Samples {
    private static final double NANOS_PER_MICRO = 1e3;

    private long[] nanos = new long[1024];
    private int count;

    void add(long time) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = time;
    }

    void addAll(Samples others) {
        for (int index = 0; index < others.count; index++) {
            add(others.nanos[index]);
        }
    }

    int count() {
        return count;
    }

    /** The time in microseconds that a share of them did not exceed. */
    double micros(double share) {
        if (count == 0) {
            return Double.NaN;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int index = (int) Math.ceil(count * share) - 1;
        return sorted[Math.max(0, index)] / NANOS_PER_MICRO;
    }
}
