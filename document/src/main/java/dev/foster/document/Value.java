package dev.foster.document;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A piece of a document that knows where it stands. */
public sealed interface Value {
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
        public static Scalar text(Place place, String text) {
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

        public boolean is(Kind wanted) {
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

        /** One without a key. */
        public static Mapping empty(Place place) {
            return new Mapping(place, Map.of());
        }

        @Override
        public String describe() {
            return "a mapping";
        }

        public Optional<Value> get(String key) {
            return Optional.ofNullable(entries.get(key)).map(Entry::value);
        }

        public boolean has(String key) {
            return entries.containsKey(key);
        }

        /** The same without keys that have nothing after them, at any depth. */
        public Mapping withoutNulls() {
            return (Mapping) Value.withoutNulls(this);
        }

        /** Where the key stands; where the mapping begins when it has no such key. */
        public Place placeOf(String key) {
            Entry entry = entries.get(key);
            return entry == null ? place : entry.key();
        }
    }

    private static Value withoutNulls(Value value) {
        return switch (value) {
            case Scalar scalar -> scalar;
            case Sequence list ->
                    new Sequence(
                            list.place(), list.items().stream().map(Value::withoutNulls).toList());
            case Mapping mapping -> {
                var entries = new LinkedHashMap<String, Entry>();
                mapping.entries()
                        .forEach(
                                (key, entry) -> {
                                    if (!(entry.value() instanceof Scalar scalar
                                            && scalar.kind() == Kind.NULL)) {
                                        entries.put(
                                                key,
                                                new Entry(
                                                        entry.key(), withoutNulls(entry.value())));
                                    }
                                });
                yield new Mapping(mapping.place(), entries);
            }
        };
    }
}
