package dev.foster.bus.config;

import java.util.List;
import java.util.Map;

/** What stands behind a key. */
sealed interface ConfigValue {
    ConfigPlace place();

    /** In words, for someone who wrote it where something else belongs. */
    String kind();

    /**
     * A word or a quoted text. What it means depends on the key: {@code 4222} may be a port or a
     * password.
     */
    record Scalar(String text, boolean quoted, ConfigPlace place) implements ConfigValue {
        @Override
        public String kind() {
            return "\"" + text + "\"";
        }
    }

    /** Values between square brackets. */
    record Items(List<ConfigValue> values, ConfigPlace place) implements ConfigValue {
        public Items {
            values = List.copyOf(values);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** Keys and values between curly brackets, or of a whole file; names are in lower case. */
    record Block(Map<String, Entry> entries, ConfigPlace place) implements ConfigValue {
        @Override
        public String kind() {
            return "a block";
        }
    }

    /**
     * A key with its value.
     *
     * @param name as it is written
     * @param variable whether a value further down refers to it
     */
    record Entry(String name, ConfigPlace place, ConfigValue value, boolean variable) {
        Entry used() {
            return new Entry(name, place, value, true);
        }
    }
}
