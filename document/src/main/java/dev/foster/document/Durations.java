package dev.foster.document;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 5s}, {@code 1.5m}, {@code 2h}, {@code 1d};
 * a bare number means seconds.
 */
public final class Durations {
    private static final Pattern SHAPE =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)\\s?(ms|s|m|h|d)?");
    private static final Duration LONGEST = Duration.ofDays(3650);

    // The largest first.
    private static final List<String> UNITS = List.of("d", "h", "m", "s", "ms");
    private static final List<Long> UNIT_NANOS =
            List.of(
                    86_400_000_000_000L,
                    3_600_000_000_000L,
                    60_000_000_000L,
                    1_000_000_000L,
                    1_000_000L);

    private Durations() {}

    /** The duration this text stands for; empty if it is none, or longer than ten years. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String unit = matcher.group(2);
        long nanos = UNIT_NANOS.get(UNITS.indexOf(unit == null ? "s" : unit));
        BigDecimal total = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanos));
        if (total.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofNanos(total.longValue()));
    }

    /** As it would stand in a document, in the largest unit of which there are several. */
    public static String written(Duration duration) {
        long nanos = duration.toNanos();
        for (int i = 0; i < UNITS.size(); i++) {
            long count = nanos / UNIT_NANOS.get(i);
            boolean fits = count > 1 || UNITS.get(i).endsWith("s");
            if (fits && nanos % UNIT_NANOS.get(i) == 0) {
                return count + UNITS.get(i);
            }
        }
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString() + "ms";
    }
}
