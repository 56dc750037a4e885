package dev.foster.daemon.config;

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
        NULL,
        /** It came out of a variable, which has no type: it is whatever is wanted there. */
        ANY
    }

    record Scalar(Place place, String text, Kind kind) implements Value {
        static Scalar text(Place place, String text) {
            return new Scalar(place, text, Kind.TEXT);
        }

        @Override
        public String describe() {
            return switch (kind) {
                case NULL -> "nothing";
                case NUMBER -> "the number " + Words.clip(text);
                case BOOLEAN -> Words.clip(text);
                case TEXT, ANY -> "the text " + Words.quote(text);
            };
        }

        boolean is(Kind wanted) {
            return kind == wanted || kind == Kind.ANY;
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

        @Override
        public String describe() {
            return "a mapping";
        }

        Optional<Value> get(String key) {
            return Optional.ofNullable(entries.get(key)).map(Entry::value);
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
