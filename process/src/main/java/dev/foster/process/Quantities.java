package dev.foster.process;

import java.time.Duration;

/** Durations, sizes and shares as a sentence has them. */
public final class Quantities {
    private static final long MEGABYTE = 1_000_000;
    private static final long GIGABYTE = 1000 * MEGABYTE;

    private Quantities() {}

    /** Such as {@code 350 ms}, {@code 3.2 s} or {@code 2.5 min}. */
    public static String of(Duration duration) {
        long millis = Math.max(0, duration.toMillis());
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 120_000) {
            return tenths(millis / 1000.0) + " s";
        }
        return millis < 7_200_000
                ? tenths(millis / 60_000.0) + " min"
                : tenths(millis / 3_600_000.0) + " h";
    }

    /** Such as {@code 301.5 MB}, in thousands, as the project's file has it. */
    public static String bytes(long count) {
        if (count < MEGABYTE) {
            return tenths(count / 1000.0) + " KB";
        }
        // In megabytes as long as a gigabyte's tenth would hide the difference people look for.
        return count < 10 * GIGABYTE
                ? tenths((double) count / MEGABYTE) + " MB"
                : tenths((double) count / GIGABYTE) + " GB";
    }

    public static String percent(double value) {
        return tenths(value) + "%";
    }

    /** Such as {@code 1.5}, or {@code 2}. */
    public static String tenths(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + tenths % 10;
    }
}
