package dev.foster.supervise.watch;

/** Figures in the words of a sentence. */
final class Amount {
    private static final long MEGABYTE = 1_000_000;
    private static final long GIGABYTE = 1000 * MEGABYTE;

    private Amount() {}

    /** Such as {@code 301.5 MB}, in thousands, as the project's file has it. */
    static String bytes(long count) {
        if (count < MEGABYTE) {
            return tenths(count / 1000.0) + " KB";
        }
        // In megabytes as long as a gigabyte's tenth would hide the difference people look for.
        return count < 10 * GIGABYTE
                ? tenths((double) count / MEGABYTE) + " MB"
                : tenths((double) count / GIGABYTE) + " GB";
    }

    static String percent(double value) {
        return tenths(value) + "%";
    }

    private static String tenths(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + tenths % 10;
    }
}
