package dev.foster.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The header lines of a message, in order; names compare without case.
 *
 * @param lines names in lower case, with their values
 */
public record Headers(List<Line> lines) {

    /** One line. */
    public record Line(String name, String value) {
        public Line {
            name = name.toLowerCase(Locale.ROOT);
        }
    }

    public Headers {
        lines = List.copyOf(lines);
    }

    public static Headers none() {
        return new Headers(List.of());
    }

    public static Headers of(String name, String value) {
        return none().with(name, value);
    }

    public Headers with(String name, String value) {
        var more = new ArrayList<Line>(lines);
        more.add(new Line(name, value));
        return new Headers(more);
    }

    /** Every value of a name. */
    public List<String> all(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return lines.stream().filter(line -> line.name().equals(wanted)).map(Line::value).toList();
    }

    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    /** Whether a comma-separated header has this word among its values, in any case. */
    public boolean lists(String name, String word) {
        for (String value : all(name)) {
            for (String part : value.split(",", -1)) {
                if (part.strip().equalsIgnoreCase(word)) {
                    return true;
                }
            }
        }
        return false;
    }
}
