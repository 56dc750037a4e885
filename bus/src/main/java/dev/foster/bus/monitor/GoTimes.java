package dev.foster.bus.monitor;

import java.time.Duration;
import java.util.Locale;

/** Times as a NATS server writes them: what reads them there must read them here. */
final class GoTimes {
    private static final long MICROSECOND = 1_000;
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long YEAR_DAYS = 365;

    private GoTimes() {}

    /** Such as {@code 3m12s} or {@code 2d0h5m1s}. */
    static String uptime(Duration time) {
        long days = time.toDays();
        StringBuilder text = new StringBuilder();
        if (days >= YEAR_DAYS) {
            text.append(days / YEAR_DAYS).append('y');
        }
        if (days > 0) {
            text.append(days % YEAR_DAYS).append('d');
        }
        if (time.toHours() > 0) {
            text.append(time.toHoursPart()).append('h');
        }
        if (time.toMinutes() > 0) {
            text.append(time.toMinutesPart()).append('m');
        }
        return text.append(Math.max(0, time.toSecondsPart())).append('s').toString();
    }

    /** Such as {@code 415µs} or {@code 1.25ms}. */
    static String roundTrip(Duration time) {
        long nanos = time.toNanos();
        if (nanos < MICROSECOND) {
            return nanos + "ns";
        }
        if (nanos < MILLISECOND) {
            return nanos / MICROSECOND + "µs";
        }
        return nanos < SECOND ? number(nanos, MILLISECOND) + "ms" : number(nanos, SECOND) + "s";
    }

    private static String number(long nanos, long unit) {
        String digits = String.format(Locale.ROOT, "%.3f", (double) nanos / unit);
        return digits.replaceFirst("\\.?0+$", "");
    }
}
