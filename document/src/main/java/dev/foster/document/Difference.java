package dev.foster.document;

import java.util.Optional;

/**
 * A field that says something else than before.
 *
 * @param key its path below the section, such as {@code stop.grace}
 * @param before as it would stand in a document; empty when it said nothing
 * @param since when that has an effect, if not at once
 */
public record Difference(String key, String before, String after, Optional<String> since) {
    public Difference(String key, String before, String after) {
        this(key, before, after, Optional.empty());
    }

    Difference since(Optional<String> when) {
        return new Difference(key, before, after, since.or(() -> when));
    }

    /** The same of a section that stands under a key. */
    Difference below(String section) {
        return new Difference(section + "." + key, before, after, since);
    }

    /** Such as {@code stop.grace: 5s -> 10s}; the key alone where nothing may be shown. */
    @Override
    public String toString() {
        String change =
                before.isEmpty() && after.isEmpty()
                        ? key
                        : key
                                + ": "
                                + (before.isEmpty() ? "none" : before)
                                + " -> "
                                + (after.isEmpty() ? "none" : after);
        return change + since.map(when -> ", " + when).orElse("");
    }
}
