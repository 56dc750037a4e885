package dev.foster.plugin.manifest;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A piece of a document that knows where it stands. */
sealed interface Value {
    Place place();

    /** What it is, for a message that expected something else. */
    String describe();

    /** What a scalar is by the rules of YAML 1.2. */
    enum Kind {
        TEXT,
        NUMBER,
        BOOLEAN,
        NULL
    }

    record Scalar(Place place, String text, Kind kind) implements Value {
        @Override
        public String describe() {
            return switch (kind) {
                case NULL -> "nothing";
                case NUMBER -> "the number " + Words.clip(text);
                case BOOLEAN -> Words.clip(text);
                case TEXT -> "the text " + Words.quote(text);
            };
        }
    }

    record Sequence(Place place, List<Value> items) implements Value {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String describe() {
            return "a list";
        }
    }

    /** A key, where it stands, and its value. */
    record Entry(Place key, Value value) {}

    record Mapping(Place place, Map<String, Entry> entries) implements Value {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        static Mapping empty(Place place) {
            return new Mapping(place, Map.of());
        }

        @Override
        public String describe() {
            return "a mapping";
        }

        /** What stands under a key; a key with nothing after it counts as absent. */
        Optional<Value> get(String key) {
            return Optional.ofNullable(entries.get(key))
                    .map(Entry::value)
                    .filter(value -> !(value instanceof Scalar scalar && scalar.kind == Kind.NULL));
        }

        boolean has(String key) {
            return entries.containsKey(key);
        }

        /** Where the key stands; where the mapping begins when it has no such key. */
        Place placeOf(String key) {
            Entry entry = entries.get(key);
            return entry == null ? place : entry.key();
        }
    }
}
