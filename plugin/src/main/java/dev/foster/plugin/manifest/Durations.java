package dev.foster.plugin.manifest;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 5s}, {@code 1.5m}, {@code 2h}, {@code 1d};
 * a bare number means seconds.
 */
final class Durations {
    private static final Pattern SHAPE =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)\\s?(ms|s|m|h|d)?");
    private static final Duration LONGEST = Duration.ofDays(3650);

    private Durations() {}

    /** The duration this text stands for; empty if it is none, or longer than ten years. */
    static Optional<Duration> parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String unit = matcher.group(2);
        long millis =
                switch (unit == null ? "s" : unit) {
                    case "ms" -> 1L;
                    case "m" -> 60_000L;
                    case "h" -> 3_600_000L;
                    case "d" -> 86_400_000L;
                    default -> 1_000L;
                };
        BigDecimal nanos =
                new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(millis * 1_000_000));
        return nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanos.longValue()));
    }
}
