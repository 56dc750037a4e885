package dev.foster.bench.scores;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An option that says how long something lasts. */
public final class TimeOption {
    private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,3})(s|m|h)");

    private TimeOption() {}

    /** Takes the option and its time out of the arguments, if it is there. */
    public static Optional<Duration> take(String option, List<String> arguments) {
        int at = arguments.indexOf(option);
        if (at < 0) {
            return Optional.empty();
        }
        arguments.remove(at);
        String value = at < arguments.size() ? arguments.remove(at) : "";
        Matcher time = TIME.matcher(value);
        if (!time.matches()) {
            throw new IllegalArgumentException(
                    "cannot use " + option + " " + value + ": it is no time such as 90s or 10m");
        }
        return Optional.of(
                Duration.parse("PT" + time.group(1) + time.group(2).toUpperCase(Locale.ROOT)));
    }
}
