package dev.foster.tui.page;

import dev.foster.control.Amounts;
import dev.foster.control.ProcessView;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.Optional;

/** Times and counts, short and always of about the same width. */
final class Brief {
    private Brief() {}

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

    /** Such as {@code 12.3}, and {@code 1234} where the tenths do not matter. */
    static String figure(double value) {
        boolean whole = Math.rint(value) == value || Math.abs(value) >= 1000;
        return whole ? Long.toString(Math.round(value)) : Amounts.tenths(value);
    }

    /** The time of the day, such as {@code 14:05:09}. */
    static String time(Instant at, ZoneId zone) {
        ZonedDateTime local = at.atZone(zone);
        return Amounts.twoDigits(local.getHour())
                + ":"
                + Amounts.twoDigits(local.getMinute())
                + ":"
                + Amounts.twoDigits(local.getSecond());
    }

    /** The time of the day to the millisecond. */
    static String exactTime(Instant at, ZoneId zone) {
        return time(at, zone) + "." + threeDigits(at.atZone(zone).get(ChronoField.MILLI_OF_SECOND));
    }

    /** The day in the year, such as {@code 05-31}. */
    static String day(Instant at, ZoneId zone) {
        ZonedDateTime local = at.atZone(zone);
        return Amounts.twoDigits(local.getMonthValue())
                + "-"
                + Amounts.twoDigits(local.getDayOfMonth());
    }

    /** A number and its noun, such as {@code 1 line} and {@code 2 lines}. */
    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String threeDigits(long number) {
        return (number < 100 ? "0" : "") + Amounts.twoDigits(number);
    }
}
