package dev.foster.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How a value is read, written and described: what stands in a document on one side, what it means
 * on the other.
 */
public interface Type<T> {

    /**
     * What a value stands for; empty when it stands for nothing, which is a fault then.
     *
     * @param base what it is laid over, where only a part of it is said
     */
    Optional<T> read(Value value, Where where, Optional<T> base);

    /** As it would stand in a document: a text, a number, a truth value, a list or a map. */
    Object write(T value);

    /** What JSON Schema says of it. */
    Map<String, Object> schema(Definitions definitions);

    /** What stands there when one layer of a document lies over another. */
    default Value over(Value below, Value above) {
        return Layers.over(below, above);
    }

    /** From what to what it changes, for each key of its own where it is a section. */
    default List<Difference> differences(String key, T before, T after) {
        return before.equals(after)
                ? List.of()
                : List.of(new Difference(key, shown(before), shown(after)));
    }

    /** In one line, for people; what may be secret is left out. */
    default String shown(T value) {
        return Plain.line(write(value));
    }

    /** Reads a value that is said as a whole. */
    interface Reader<T> {
        Optional<T> read(Value value, Where where);
    }

    /** Looks at what was read once more. */
    interface Check<T, U> {
        Optional<U> of(T found, Value value, Where where);
    }

    static <T> Type<T> of(
            Reader<T> reader,
            Function<T, Object> writer,
            Function<Definitions, Map<String, Object>> schema) {
        return new Type<>() {
            @Override
            public Optional<T> read(Value value, Where where, Optional<T> base) {
                return reader.read(value, where);
            }

            @Override
            public Object write(T value) {
                return writer.apply(value);
            }

            @Override
            public Map<String, Object> schema(Definitions definitions) {
                return schema.apply(definitions);
            }
        };
    }

    /** One of which nothing is loaded until a document has such a value. */
    static <T> Type<T> later(Supplier<Type<T>> type) {
        return new LaterType<>(type);
    }

    /** The same, meaning something else. */
    default <U> Type<U> as(Function<T, U> to, Function<U, T> back) {
        return checked((found, _, _) -> Optional.of(to.apply(found)), back);
    }

    /** The same, where not everything means something. */
    default <U> Type<U> checked(Check<T, U> to, Function<U, T> back) {
        Type<T> plain = this;
        return new Type<>() {
            @Override
            public Value over(Value below, Value above) {
                return plain.over(below, above);
            }

            @Override
            public Optional<U> read(Value value, Where where, Optional<U> base) {
                return plain.read(value, where, base.map(back))
                        .flatMap(it -> to.of(it, value, where));
            }

            @Override
            public Object write(U value) {
                return plain.write(back.apply(value));
            }

            @Override
            public Map<String, Object> schema(Definitions definitions) {
                return plain.schema(definitions);
            }

            @Override
            public List<Difference> differences(String key, U before, U after) {
                return plain.differences(key, back.apply(before), back.apply(after));
            }

            @Override
            public String shown(U value) {
                return plain.shown(back.apply(value));
            }
        };
    }

    /** The same, with the place where it stands. */
    default Type<Located<T>> located() {
        return checked(
                (found, value, where) -> Optional.of(new Located<>(found, value.place(), where)),
                Located::value);
    }

    /** The same, told to people in other words, as where a part of it may be secret. */
    default Type<T> shownAs(Function<T, String> words) {
        Type<T> plain = this;
        return new Type<>() {
            @Override
            public Value over(Value below, Value above) {
                return plain.over(below, above);
            }

            @Override
            public Optional<T> read(Value value, Where where, Optional<T> base) {
                return plain.read(value, where, base);
            }

            @Override
            public Object write(T value) {
                return plain.write(value);
            }

            @Override
            public Map<String, Object> schema(Definitions definitions) {
                return plain.schema(definitions);
            }

            @Override
            public String shown(T value) {
                return words.apply(value);
            }
        };
    }

    /** The same, of which a schema says more: a keyword and its value. */
    default Type<T> described(String keyword, Object described) {
        Type<T> plain = this;
        return new Type<>() {
            @Override
            public Value over(Value below, Value above) {
                return plain.over(below, above);
            }

            @Override
            public Optional<T> read(Value value, Where where, Optional<T> base) {
                return plain.read(value, where, base);
            }

            @Override
            public Object write(T value) {
                return plain.write(value);
            }

            @Override
            public Map<String, Object> schema(Definitions in) {
                Map<String, Object> shape = new LinkedHashMap<>(plain.schema(in));
                shape.put(keyword, described);
                return shape;
            }
        };
    }

    /** The same, described once in a schema under this name. */
    default Type<T> called(String name, String says) {
        Type<T> plain = this;
        return new Type<>() {
            @Override
            public Value over(Value below, Value above) {
                return plain.over(below, above);
            }

            @Override
            public Optional<T> read(Value value, Where where, Optional<T> base) {
                return plain.read(value, where, base);
            }

            @Override
            public Object write(T value) {
                return plain.write(value);
            }

            @Override
            public List<Difference> differences(String key, T before, T after) {
                return plain.differences(key, before, after);
            }

            @Override
            public String shown(T value) {
                return plain.shown(value);
            }

            @Override
            public Map<String, Object> schema(Definitions definitions) {
                return definitions.reference(
                        name,
                        this,
                        () -> {
                            Map<String, Object> shape = Definitions.shape("description", says);
                            shape.putAll(plain.schema(definitions));
                            return shape;
                        });
            }
        };
    }
}
