package dev.foster.daemon.log;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * A line as it stands in memory and in files: {@code 2026-01-31T12:00:00.123456789Z O text}. The
 * letter is the stream: {@code O} standard output, {@code E} standard error, {@code F} Foster's own
 * remark; a small letter says that the line was too long and goes on in the next.
 */
final class LineCode {
    /** Bytes before the text. */
    static final int HEAD = 33;

    private static final String SHAPE = "0000-00-00T00:00:00.000000000Z O ";
    private static final String LETTERS = "OEFoef";
    private static final int SECONDS_LENGTH = 20;

    /** The last one that nanoseconds since 1970 can tell from start to end. */
    private static final int LAST_YEAR = 2261;

    private static final long SECOND = 1_000_000_000L;

    private final byte[] seconds = new byte[SECONDS_LENGTH];
    private long secondsOf = Long.MIN_VALUE;

    /** Writes time, letter and the blanks between; the result is where the text goes. */
    int head(byte[] target, int at, long nanos, char letter) {
        long second = Math.floorDiv(nanos, SECOND);
        if (second != secondsOf) {
            String text =
                    LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC).withNano(1).toString();
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(bytes, 0, seconds, 0, SECONDS_LENGTH);
            secondsOf = second;
        }
        System.arraycopy(seconds, 0, target, at, SECONDS_LENGTH);
        int rest = (int) Math.floorMod(nanos, SECOND);
        for (int i = SECONDS_LENGTH + 8; i >= SECONDS_LENGTH; i--) {
            target[at + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        target[at + 29] = 'Z';
        target[at + 30] = ' ';
        target[at + 31] = (byte) letter;
        target[at + 32] = ' ';
        return at + HEAD;
    }

    /**
     * Writes the same for the nanosecond after that of a line before, which is most of what there
     * is to do when many come at once.
     *
     * @param before where that line begins
     */
    int nextHead(byte[] target, int before, int at, long nanos, char letter) {
        System.arraycopy(target, before, target, at, HEAD);
        int digit = at + SECONDS_LENGTH + 8;
        while (target[digit] == '9') {
            target[digit--] = '0';
        }
        if (digit < at + SECONDS_LENGTH) {
            // Another second begins.
            return head(target, at, nanos, letter);
        }
        target[digit]++;
        target[at + 31] = (byte) letter;
        return at + HEAD;
    }

    /** The time a line begins with; -1 when it does not begin with one. */
    static long time(byte[] source, int at, int end) {
        if (end - at < HEAD || !isHead(source, at)) {
            return -1;
        }
        int year = number(source, at, 4);
        if (year < 1970 || year > LAST_YEAR) {
            return -1;
        }
        long day = day(year, number(source, at + 5, 2), number(source, at + 8, 2));
        long second =
                day * 86_400L
                        + number(source, at + 11, 2) * 3600L
                        + number(source, at + 14, 2) * 60L
                        + number(source, at + 17, 2);
        return second * SECOND + number(source, at + 20, 9);
    }

    private static boolean isHead(byte[] source, int at) {
        for (int i = 0; i < HEAD; i++) {
            char shape = SHAPE.charAt(i);
            byte is = source[at + i];
            boolean fits =
                    switch (shape) {
                        case '0' -> is >= '0' && is <= '9';
                        case 'O' -> LETTERS.indexOf(is) >= 0;
                        default -> is == shape;
                    };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static int number(byte[] source, int at, int digits) {
        int value = 0;
        for (int i = 0; i < digits; i++) {
            value = value * 10 + (source[at + i] - '0');
        }
        return value;
    }

    // Days since 1970 of a date in the Gregorian calendar, years counted from March.
    private static long day(int year, int month, int day) {
        int shifted = month <= 2 ? year - 1 : year;
        int era = shifted / 400;
        int yearOfEra = shifted - era * 400;
        int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097L + dayOfEra - 719_468;
    }

    static StoredLine decode(byte[] source, int at, int end) {
        long nanos = time(source, at, end);
        return new StoredLine(
                nanos,
                (char) source[at + 31],
                new String(Arrays.copyOfRange(source, at + HEAD, end), StandardCharsets.UTF_8));
    }

    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND));
    }

    static long nanos(Instant instant) {
        return instant.getEpochSecond() * SECOND + instant.getNano();
    }
}
