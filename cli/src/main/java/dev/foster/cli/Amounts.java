package dev.foster.cli;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** Times and sizes, short enough for a table. */
public final class Amounts {
    private static final String[] UNITS = {"KB", "MB", "GB", "TB"};

    private Amounts() {}

    /** Such as {@code 12s}, {@code 3m12s}, {@code 2h05m}, {@code 3d4h}. */
    public static String elapsed(long milliseconds) {
        long seconds = Math.max(0, milliseconds) / 1000;
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m" + twoDigits(seconds % 60) + "s";
        }
        if (seconds < 86_400) {
            return seconds / 3600 + "h" + twoDigits(seconds % 3600 / 60) + "m";
        }
        return seconds / 86_400 + "d" + seconds % 86_400 / 3600 + "h";
    }

    /** Such as {@code 12.3 MB}, in thousands, as the project's file has it. */
    public static String bytes(long count) {
        double amount = count / 1000.0;
        int unit = 0;
        while (amount >= 999.95 && unit < UNITS.length - 1) {
            amount /= 1000;
            unit++;
        }
        return oneDigit(amount) + " " + UNITS[unit];
    }

    /** Such as {@code 12.3}. By hand: formats of the JDK take milliseconds to get ready. */
    public static String oneDigit(double number) {
        long tenths = Math.round(number * 10);
        return tenths / 10 + "." + Math.abs(tenths % 10);
    }

    /** The time of the day where we are, and the date in front of it when it was another day. */
    public static String time(Instant at) {
        ZonedDateTime local = at.atZone(ZoneId.systemDefault());
        String time =
                twoDigits(local.getHour())
                        + ":"
                        + twoDigits(local.getMinute())
                        + ":"
                        + twoDigits(local.getSecond());
        return local.toLocalDate().equals(LocalDate.now(ZoneId.systemDefault()))
                ? time
                : local.toLocalDate() + " " + time;
    }

    private static String twoDigits(long number) {
        return number < 10 ? "0" + number : Long.toString(number);
    }
}
