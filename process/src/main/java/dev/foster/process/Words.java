package dev.foster.process;

import java.time.Duration;

/** Figures in the words of a sentence. */
public final class Words {
    private static final long MEGABYTE = 1_000_000;
    private static final long GIGABYTE = 1000 * MEGABYTE;

    private Words() {}

    /** Such as {@code 350 ms}, {@code 3.2 s} or {@code 4 min}. */
    public static String of(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 120_000) {
            long tenths = Math.round(millis / 100.0);
            return tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10.0 + " s";
        }
        return millis < 7_200_000 ? millis / 60_000 + " min" : millis / 3_600_000 + " h";
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

    private static String tenths(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + tenths % 10;
    }
}
