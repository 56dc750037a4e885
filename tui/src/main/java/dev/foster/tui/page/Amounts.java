package dev.foster.tui.page;

import dev.foster.control.ProcessView;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.Optional;

/** Times and sizes, short and always of about the same width. */
final class Amounts {
    private static final String[] UNITS = {"KB", "MB", "GB", "TB"};
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Amounts() {}

    /** How long it has been up. */
    static Optional<String> uptime(ProcessView process, Instant now) {
        if (!process.state().alive()) {
            return Optional.empty();
        }
        return process.startedAt()
                .map(at -> Duration.between(at, now))
                .or(() -> process.uptimeMs().map(Duration::ofMillis))
                .map(Amounts::elapsed);
    }

    /** Such as {@code 12s}, {@code 3m12s}, {@code 2h05m}, {@code 3d04h}. */
    static String elapsed(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < MINUTE) {
            return seconds + "s";
        }
        if (seconds < HOUR) {
            return seconds / MINUTE + "m" + padded(seconds % MINUTE, 2) + "s";
        }
        if (seconds < DAY) {
            return seconds / HOUR + "h" + padded(seconds % HOUR / MINUTE, 2) + "m";
        }
        return seconds / DAY + "d" + padded(seconds % DAY / HOUR, 2) + "h";
    }

    /** Such as {@code 12.3 MB}, in thousands, as the project's file has it. */
    static String bytes(long count) {
        double amount = count / 1000.0;
        int unit = 0;
        while (amount >= 999.95 && unit < UNITS.length - 1) {
            amount /= 1000;
            unit++;
        }
        return tenths(amount) + " " + UNITS[unit];
    }

    static String percent(double value) {
        return tenths(value) + "%";
    }

    /** Such as {@code 12.3}, and {@code 1234} where the tenths do not matter. */
    static String figure(double value) {
        boolean whole = Math.rint(value) == value || Math.abs(value) >= 1000;
        return whole ? Long.toString(Math.round(value)) : tenths(value);
    }

    private static String tenths(double value) {
        long tenths = Math.round(value * 10);
        String sign = tenths < 0 ? "-" : "";
        return sign + Math.abs(tenths / 10) + "." + Math.abs(tenths % 10);
    }

    /** The time of the day, such as {@code 14:05:09}. */
    static String time(Instant at, ZoneId zone) {
        ZonedDateTime local = at.atZone(zone);
        return padded(local.getHour(), 2)
                + ":"
                + padded(local.getMinute(), 2)
                + ":"
                + padded(local.getSecond(), 2);
    }

    /** The time of the day to the millisecond. */
    static String exactTime(Instant at, ZoneId zone) {
        return time(at, zone) + "." + padded(at.atZone(zone).get(ChronoField.MILLI_OF_SECOND), 3);
    }

    /** The day in the year, such as {@code 05-31}. */
    static String day(Instant at, ZoneId zone) {
        ZonedDateTime local = at.atZone(zone);
        return padded(local.getMonthValue(), 2) + "-" + padded(local.getDayOfMonth(), 2);
    }

    /** A number and its noun, such as {@code 1 line} and {@code 2 lines}. */
    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String padded(long number, int digits) {
        String text = Long.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }
}
