package dev.foster.supervise.usage;

import java.time.Duration;

/** The processor time of the last seconds, of which the average is taken. */
final class CpuWindow {
    static final Duration LENGTH = Duration.ofSeconds(5);

    /** More than are taken in that time. */
    private static final int SAMPLES = 32;

    /** Closer together they would push out the old ones, and say little. */
    private static final long SHORTEST = Duration.ofMillis(200).toNanos();

    private final long[] times = new long[SAMPLES];
    private final long[] used = new long[SAMPLES];
    private int count;

    /**
     * Takes a sample in.
     *
     * @return the average since the window began, in percent of one core; negative before it is
     *     full
     */
    double add(long at, long cpuNanos) {
        double average = average(at, cpuNanos);
        if (count == 0 || at - times[(count - 1) % SAMPLES] >= SHORTEST) {
            times[count % SAMPLES] = at;
            used[count % SAMPLES] = cpuNanos;
            count++;
        }
        return average;
    }

    private double average(long at, long cpuNanos) {
        for (int i = count - 1; i >= Math.max(0, count - SAMPLES); i--) {
            long age = at - times[i % SAMPLES];
            if (age >= LENGTH.toNanos()) {
                return 100.0 * (cpuNanos - used[i % SAMPLES]) / age;
            }
        }
        return -1;
    }
}
