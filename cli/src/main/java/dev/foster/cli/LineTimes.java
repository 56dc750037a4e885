package dev.foster.cli;

import dev.foster.control.Amounts;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** Times as lines begin with them. */
public final class LineTimes {
    private LineTimes() {}

    /** The time of the day where we are, and the date in front of it when it was another day. */
    public static String time(Instant at) {
        ZonedDateTime local = at.atZone(ZoneId.systemDefault());
        String time =
                Amounts.twoDigits(local.getHour())
                        + ":"
                        + Amounts.twoDigits(local.getMinute())
                        + ":"
                        + Amounts.twoDigits(local.getSecond());
        return local.toLocalDate().equals(LocalDate.now(ZoneId.systemDefault()))
                ? time
                : local.toLocalDate() + " " + time;
    }
}
