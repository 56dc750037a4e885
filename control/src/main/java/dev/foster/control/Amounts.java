package dev.foster.control;

import java.time.Duration;

/** Times and sizes as every front end shows them, short enough for a table. */
public final class Amounts {
    private static final String[] UNITS = {"KB", "MB", "GB", "TB"};
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Amounts() {}

    /** Such as {@code 12s}, {@code 3m12s}, {@code 2h05m}, {@code 3d04h}. */
    public static String elapsed(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < MINUTE) {
            return seconds + "s";
        }
        if (seconds < HOUR) {
            return seconds / MINUTE + "m" + twoDigits(seconds % MINUTE) + "s";
        }
        if (seconds < DAY) {
            return seconds / HOUR + "h" + twoDigits(seconds % HOUR / MINUTE) + "m";
        }
        return seconds / DAY + "d" + twoDigits(seconds % DAY / HOUR) + "h";
    }

    /** Such as {@code 12.3 MB}, in thousands, as the project's file has it. */
    public static String bytes(long count) {
        double amount = count / 1000.0;
        int unit = 0;
        while (amount >= 999.95 && unit < UNITS.length - 1) {
            amount /= 1000;
            unit++;
        }
        return tenths(amount) + " " + UNITS[unit];
    }

    public static String percent(double value) {
        return tenths(value) + "%";
    }

    /** Such as {@code 12.3}. By hand: formats of the JDK take milliseconds to get ready. */
    public static String tenths(double value) {
        long tenths = Math.round(value * 10);
        String sign = tenths < 0 ? "-" : "";
        return sign + Math.abs(tenths / 10) + "." + Math.abs(tenths % 10);
    }

    /** With a nought in front where it needs one. */
    public static String twoDigits(long number) {
        return number < 10 ? "0" + number : Long.toString(number);
    }
}
