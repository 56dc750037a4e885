package dev.foster.bus.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a value means where a number, a size, a time or the like belongs. */
final class Meaning {
    private static final Pattern SIZE = Pattern.compile("(-?\\d{1,15})([a-z]*)");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");
    private static final Pattern TIME =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ns|us|µs|ms|s|m|h)");
    private static final long KILO = 1000;
    private static final long KIBI = 1024;

    private Meaning() {}

    static String text(ConfigValue.Entry entry) {
        return scalar(entry, "a text").text();
    }

    static boolean truth(ConfigValue.Entry entry) {
        ConfigValue.Scalar scalar = scalar(entry, "true or false");
        return switch (scalar.text().toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on" -> true;
            case "false", "no", "off" -> false;
            default -> throw wrong(entry, "true or false");
        };
    }

    /**
     * A whole number of bytes or of anything else, such as {@code 4096}, {@code 64k}, {@code 1MB}.
     */
    static long number(ConfigValue.Entry entry, long least, long most) {
        String wanted = "a number from " + least + " to " + most;
        Matcher parts =
                SIZE.matcher(
                        scalar(entry, wanted).text().toLowerCase(Locale.ROOT).replace("_", ""));
        if (!parts.matches()) {
            throw wrong(entry, wanted);
        }
        long unit = unit(parts.group(2));
        if (unit == 0) {
            throw wrong(entry, wanted);
        }
        try {
            long value = Math.multiplyExact(Long.parseLong(parts.group(1)), unit);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (ArithmeticException tooLarge) {
            throw wrong(entry, wanted);
        }
        throw wrong(entry, wanted);
    }

    /** As the server has it: a letter alone counts in thousands, with a B or an I in 1024s. */
    private static long unit(String suffix) {
        return switch (suffix) {
            case "" -> 1;
            case "k" -> KILO;
            case "kb", "ki", "kib" -> KIBI;
            case "m" -> KILO * KILO;
            case "mb", "mi", "mib" -> KIBI * KIBI;
            case "g" -> KILO * KILO * KILO;
            case "gb", "gi", "gib" -> KIBI * KIBI * KIBI;
            default -> 0;
        };
    }

    /** Such as {@code 10s}, {@code 1m30s}, {@code 500ms}; a number alone means seconds. */
    static Duration time(ConfigValue.Entry entry) {
        String wanted = "a time such as 10s, 1m30s or 500ms";
        String text = scalar(entry, wanted).text();
        if (SECONDS.matcher(text).matches()) {
            return Duration.ofNanos((long) (Double.parseDouble(text) * 1e9));
        }
        Matcher parts = TIME.matcher(text);
        double nanos = 0;
        int end = 0;
        while (parts.find() && parts.start() == end) {
            nanos += Double.parseDouble(parts.group(1)) * nanos(parts.group(2));
            end = parts.end();
        }
        if (end == 0 || end != text.length()) {
            throw wrong(entry, wanted);
        }
        return Duration.ofNanos((long) nanos);
    }

    private static double nanos(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us", "µs" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            default -> 3600e9;
        };
    }

    /** One text, or a list of them. */
    static List<String> texts(ConfigValue.Entry entry) {
        if (entry.value() instanceof ConfigValue.Items items) {
            return items.values().stream()
                    .map(
                            each ->
                                    text(
                                            new ConfigValue.Entry(
                                                    entry.name(), each.place(), each, false)))
                    .toList();
        }
        return List.of(text(entry));
    }

    static ConfigValue.Block block(ConfigValue.Entry entry) {
        if (entry.value() instanceof ConfigValue.Block block) {
            return block;
        }
        throw wrong(entry, "a block");
    }

    private static ConfigValue.Scalar scalar(ConfigValue.Entry entry, String wanted) {
        if (entry.value() instanceof ConfigValue.Scalar scalar) {
            return scalar;
        }
        throw wrong(entry, wanted);
    }

    static ConfigProblem wrong(ConfigValue.Entry entry, String wanted) {
        return entry.value()
                .place()
                .problem(
                        "cannot use "
                                + entry.value().kind()
                                + " for "
                                + entry.name()
                                + ": it is not "
                                + wanted
                                + "; write that");
    }
}
