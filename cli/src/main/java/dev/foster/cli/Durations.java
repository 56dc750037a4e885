package dev.foster.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 5s}, {@code 1.5m}, {@code 2h}; a bare
 * number means seconds.
 */
public final class Durations {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ms|s|m|h|d)?");

    private static final double LONGEST_SECONDS = 3650 * 86_400.0;

    private Durations() {}

    public static Duration parse(String option, String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new UsageProblem(
                    "cannot read "
                            + option
                            + " \""
                            + text
                            + "\": it is not a duration; write it like 500ms, 5s, 2m or 1h");
        }
        String unit = matcher.group(2);
        double seconds =
                switch (unit == null ? "s" : unit) {
                    case "ms" -> 0.001;
                    case "m" -> 60;
                    case "h" -> 3600;
                    case "d" -> 86_400;
                    default -> 1;
                };
        double total = Double.parseDouble(matcher.group(1)) * seconds;
        if (total > LONGEST_SECONDS) {
            throw new UsageProblem(
                    "cannot read "
                            + option
                            + " \""
                            + text
                            + "\": it is longer than ten years; write less");
        }
        return Duration.ofNanos((long) (total * 1e9));
    }

    /** Such as {@code 2 s} or {@code 350 ms}. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        return millis % 1000 == 0 ? millis / 1000 + " s" : Math.round(millis / 100.0) / 10.0 + " s";
    }
}
