package dev.foster.cli;

import java.util.List;

/**
 * One option of a verb.
 *
 * @param names how it is written, such as {@code -n} and {@code --tail}; the last is its name
 * @param value what its value is called in the usage; empty for a flag
 * @param text what it does
 * @param words the only values it can have; empty when it may have any
 */
public record Option(List<String> names, String value, String text, List<String> words) {

    public Option {
        names = List.copyOf(names);
        words = List.copyOf(words);
    }

    public String name() {
        return names.getLast();
    }

    boolean isFlag() {
        return value.isEmpty();
    }

    /** Such as {@code -n, --tail N}. */
    String usage() {
        return String.join(", ", names) + (isFlag() ? "" : " " + value);
    }
}
