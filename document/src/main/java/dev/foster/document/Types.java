package dev.foster.document;

import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The types that fields of many documents have. */
public final class Types {
    private static final String TIME = "[0-9]{1,9}(\\.[0-9]{1,6})?\\s?(ms|s|m|h|d)?$";
    private static final String MORE_THAN_NOTHING = "(?!0+(\\.0+)?\\s?[a-z]*$)";
    private static final int LONGEST_PATTERN = 1000;

    /** A text; it may be empty. */
    public static final Type<String> TEXT =
            Type.of(
                    (value, where) -> where.scalars().text(value, where.label()),
                    text -> text,
                    _ -> Definitions.shape("type", "string"));

    /** A text that is not empty. */
    public static final Type<String> CONTENT =
            Type.<String>of(
                            (value, where) -> where.scalars().content(value, where.label()),
                            text -> text,
                            in -> in.text("\\S"))
                    .called("content", "A text that is not empty.");

    /** A text, or a number or truth value taken as it is written. */
    public static final Type<String> WORD =
            Type.of(
                    (value, where) -> where.scalars().word(value, where.label()),
                    text -> text,
                    _ -> Definitions.shape("type", List.of("string", "number", "boolean")));

    public static final Type<Boolean> TRUTH =
            Type.<Boolean>of(
                            (value, where) -> where.scalars().truth(value, where.label()),
                            truth -> truth,
                            in -> in.number("boolean"))
                    .called("truth", "true or false.");

    public static final Type<Duration> DURATION =
            Type.<Duration>of(
                            (value, where) -> where.scalars().duration(value, where.label()),
                            Durations::written,
                            in -> in.written("number", "^" + TIME, "minimum", 0))
                    .called(
                            "duration",
                            "Such as `500ms`, `5s`, `1.5m`, `2h` or `1d`; a bare number means"
                                    + " seconds.");

    /** A duration longer than nothing. */
    public static final Type<Duration> SPAN =
            Type.<Duration>of(
                            (value, where) -> where.scalars().span(value, where.label()),
                            Durations::written,
                            in ->
                                    in.written(
                                            "number",
                                            "^" + MORE_THAN_NOTHING + TIME,
                                            "exclusiveMinimum",
                                            0))
                    .called("span", "A duration longer than nothing.");

    private static final Type<String> SIZE =
            Type.<String>of(
                            (value, _) -> Scalars.written(value),
                            text -> text,
                            in ->
                                    in.written(
                                            "number",
                                            "^[0-9]{1,12}(\\.[0-9]{1,6})?\\s?([Bb]|[KkMmGgTt][Ii]?[Bb]?)?$",
                                            "minimum",
                                            0))
                    .called(
                            "size",
                            "Such as `256KB`, `10MB` or `1GB` in thousands, `KiB`, `MiB`, `GiB` in"
                                    + " steps of 1024; a bare number means bytes.");

    /** A share of one core in percent: 150% is one and a half. */
    public static final Type<Double> PERCENT =
            Type.of(
                    (value, where) -> where.scalars().percent(value, where.label()),
                    share -> plain(share) + "%",
                    in ->
                            in.written(
                                    "number",
                                    "^(?!0*(\\.0*)?%?$)[0-9]{1,5}(\\.[0-9]{1,3})?%?$",
                                    "exclusiveMinimum",
                                    0));

    /** A regular expression of a bearable length. */
    public static final Type<String> PATTERN =
            Type.<String>of(
                            Types::pattern,
                            text -> text,
                            _ ->
                                    Definitions.shape(
                                            "type",
                                            "string",
                                            "pattern",
                                            "\\S",
                                            "maxLength",
                                            LONGEST_PATTERN))
                    .called("pattern", "A regular expression.");

    /** A text runs through the shell, a list does not. */
    public static final Type<List<String>> COMMAND =
            Type.<List<String>>of(
                            Types::command,
                            Types::commandWritten,
                            in ->
                                    Definitions.shape(
                                            "anyOf",
                                            List.of(
                                                    CONTENT.schema(in),
                                                    Definitions.shape(
                                                            "type",
                                                            "array",
                                                            "minItems",
                                                            1,
                                                            "prefixItems",
                                                            List.of(
                                                                    Definitions.shape(
                                                                            "type",
                                                                            List.of(
                                                                                    "string",
                                                                                    "number",
                                                                                    "boolean"),
                                                                            "pattern",
                                                                            "\\S")),
                                                            "items",
                                                            WORD.schema(in)))))
                    .called(
                            "command",
                            "A text for the shell, or a list of the program and its arguments.");

    /** A path, relative to where the document stands. */
    public static final Type<Path> PATH =
            Type.of(
                    (value, where) -> where.scalars().path(value, where.label(), where.directory()),
                    Path::toString,
                    CONTENT::schema);

    private Types() {}

    private static String plain(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }

    public static Type<Integer> whole(int least, int most) {
        return Type.of(
                (value, where) -> where.scalars().whole(value, where.label(), least, most),
                number -> number,
                in -> in.number("integer", "minimum", least, "maximum", most));
    }

    public static Type<Double> decimal(double least, double most) {
        return Type.of(
                (value, where) -> where.scalars().decimal(value, where.label(), least, most),
                number -> number == Math.rint(number) ? (Object) Math.round(number) : number,
                in -> in.number("number", "minimum", least, "maximum", most));
    }

    /** A number of bytes. */
    public static Type<Long> size(long least, long most) {
        return Type.of(
                (value, where) -> where.scalars().size(value, where.label(), least, most),
                bytes -> new ByteSize(bytes).toString(),
                SIZE::schema);
    }

    /** So many in a time. */
    public static <T> Type<T> rate(
            BiFunction<Integer, Duration, T> counted,
            Function<T, Integer> count,
            Function<T, Duration> within) {
        return Type.<T>of(
                        (value, where) -> where.scalars().rate(value, where.label(), counted),
                        rate -> count.apply(rate) + " in " + Durations.written(within.apply(rate)),
                        in -> in.text("^[0-9]{1,6} in " + MORE_THAN_NOTHING + TIME))
                .called("rate", "So many in a time, such as `5 in 60s`.");
    }

    /** One of these words; of several with one meaning, the first is ours. */
    public static <T> Type<T> choice(Map<String, T> meanings) {
        return Type.of(
                (value, where) -> where.scalars().choice(value, where.label(), meanings),
                meaning ->
                        meanings.entrySet().stream()
                                .filter(it -> it.getValue().equals(meaning))
                                .map(Map.Entry::getKey)
                                .findFirst()
                                .orElseThrow(),
                in -> in.words(List.copyOf(meanings.keySet())));
    }

    /** The constants of an enum in lower case, with this between their words. */
    public static <E extends Enum<E>> Type<E> choice(Class<E> of, char between) {
        var meanings = new LinkedHashMap<String, E>();
        for (E constant : of.getEnumConstants()) {
            meanings.put(constant.name().toLowerCase(Locale.ROOT).replace('_', between), constant);
        }
        return choice(meanings);
    }

    /** Two words. */
    public static <T> Type<T> choice(String one, T first, String other, T second) {
        var meanings = new LinkedHashMap<String, T>();
        meanings.put(one, first);
        meanings.put(other, second);
        return choice(meanings);
    }

    /** A list; what is no list is told to be this, and how to write it. */
    public static <T> Type<List<T>> list(Type<T> item, String what, String example) {
        return Type.of(
                (value, where) ->
                        value instanceof Sequence list
                                ? Optional.of(items(list, item, where))
                                : where.expected(value, what, example),
                items -> items.stream().map(item::write).toList(),
                in -> Definitions.shape("type", "array", "items", item.schema(in)));
    }

    /** The same with at least one item. */
    public static <T> Type<List<T>> some(
            Type<T> item, String what, String example, String ifEmpty) {
        return list(item, what, example)
                .checked(
                        (items, value, where) ->
                                value instanceof Sequence list && list.items().isEmpty()
                                        ? where.refuse(value, "it is empty", ifEmpty)
                                        : Optional.of(items),
                        items -> items)
                .described("minItems", 1);
    }

    private static <T> List<T> items(Sequence list, Type<T> item, Where where) {
        var found = new ArrayList<T>();
        for (int i = 0; i < list.items().size(); i++) {
            item.read(list.items().get(i), where.at(i), Optional.empty()).ifPresent(found::add);
        }
        return found;
    }

    /** A list of texts. */
    public static final Type<List<String>> TEXTS = list(TEXT, "a list of texts", "[one, two]");

    /** The items of a list, or the one that stands there alone. */
    public static <T> Type<List<T>> oneOrMore(Type<T> item) {
        return Type.of(
                (value, where) -> {
                    var found = new ArrayList<T>();
                    for (Scalar each : where.scalars().oneOrMore(value, where.label())) {
                        item.read(each, where, Optional.empty()).ifPresent(found::add);
                    }
                    return Optional.of(found);
                },
                items ->
                        items.size() == 1
                                ? item.write(items.getFirst())
                                : items.stream().map(item::write).toList(),
                in -> {
                    Map<String, Object> one = item.schema(in);
                    return Definitions.shape(
                            "anyOf",
                            List.of(one, Definitions.shape("type", "array", "items", one)));
                });
    }

    /** A word that is short for a mapping of plain values. */
    public static <T> Type<T> orWord(String word, Map<String, ?> meaning, Type<T> whole) {
        return new Type<>() {
            @Override
            public Optional<T> read(Value value, Where where, Optional<T> base) {
                return whole.read(writtenOut(value), where, base);
            }

            // Written out first, so that it merges as the long form would.
            @Override
            public Value over(Value below, Value above) {
                return whole.over(writtenOut(below), writtenOut(above));
            }

            private Value writtenOut(Value value) {
                return value instanceof Scalar scalar && scalar.text().equals(word)
                        ? Plain.mapping(meaning, value.place())
                        : value;
            }

            @Override
            public Object write(T value) {
                Object written = whole.write(value);
                return written.equals(meaning) ? word : written;
            }

            @Override
            public Map<String, Object> schema(Definitions definitions) {
                return Definitions.shape(
                        "anyOf",
                        List.of(Definitions.shape("const", word), whole.schema(definitions)));
            }

            @Override
            public List<Difference> differences(String key, T before, T after) {
                return whole.differences(key, before, after);
            }

            @Override
            public String shown(T value) {
                return write(value).equals(word) ? word : whole.shown(value);
            }
        };
    }

    /** The one word for nothing, or something. */
    public static <T> Type<Optional<T>> orNone(Type<T> something) {
        return new Type<>() {
            @Override
            public Optional<Optional<T>> read(
                    Value value, Where where, Optional<Optional<T>> base) {
                if (isNone(value)) {
                    return Optional.of(Optional.empty());
                }
                Optional<T> read = something.read(value, where, base.flatMap(Function.identity()));
                return read.isPresent() ? Optional.of(read) : Optional.empty();
            }

            @Override
            public Object write(Optional<T> value) {
                return value.map(something::write).orElse("none");
            }

            @Override
            public Map<String, Object> schema(Definitions definitions) {
                return Definitions.shape(
                        "anyOf",
                        List.of(Definitions.shape("const", "none"), something.schema(definitions)));
            }
        };
    }

    private static boolean isNone(Value value) {
        return Scalars.written(value).filter("none"::equals).isPresent();
    }

    /** Either of two, by what the value is; the other one says what is wrong. */
    public static <T, A extends T, B extends T> Type<T> either(
            Class<? extends Value> shape, Type<A> one, Class<A> kind, Type<B> other) {
        return new Type<>() {
            @Override
            public Optional<T> read(Value value, Where where, Optional<T> base) {
                return shape.isInstance(value)
                        ? one.read(value, where, Optional.empty()).map(Function.identity())
                        : other.read(value, where, Optional.empty()).map(Function.identity());
            }

            @Override
            @SuppressWarnings("unchecked") // what is not the one kind is the other
            public Object write(T value) {
                return kind.isInstance(value)
                        ? one.write(kind.cast(value))
                        : other.write((B) value);
            }

            @Override
            public Map<String, Object> schema(Definitions definitions) {
                return Definitions.shape(
                        "anyOf", List.of(one.schema(definitions), other.schema(definitions)));
            }
        };
    }

    private static Optional<String> pattern(Value value, Where where) {
        Optional<String> text = where.scalars().content(value, where.label());
        if (text.isPresent() && text.get().length() > LONGEST_PATTERN) {
            return where.refuse(value, "it is longer than 1000 characters", "write a shorter one");
        }
        try {
            text.ifPresent(Pattern::compile);
            return text;
        } catch (PatternSyntaxException broken) {
            return where.refuse(
                    value,
                    "it is no regular expression ("
                            + Words.clip(broken.getDescription().toLowerCase(Locale.ROOT))
                            + ")",
                    "mend it, or put \\ before a character that is meant as it stands");
        }
    }

    private static Optional<List<String>> command(Value value, Where where) {
        if (value instanceof Scalar scalar && scalar.is(Value.Kind.TEXT)) {
            return where.scalars()
                    .content(value, where.label())
                    .map(text -> List.of("/bin/sh", "-c", text));
        }
        if (!(value instanceof Sequence list)) {
            return where.expected(value, "a text for the shell or a list", "[python3, server.py]");
        }
        if (list.items().isEmpty()) {
            return where.refuse(value, "it is empty", "name a program");
        }
        // Numbers are welcome: everybody writes [sleep, 5].
        List<String> words = items(list, WORD, where);
        if (words.size() < list.items().size()) {
            return Optional.empty();
        }
        return words.getFirst().isBlank()
                ? where.refuse(value, "its first word is empty", "name a program")
                : Optional.of(words);
    }

    private static Object commandWritten(List<String> words) {
        return words.size() == 3 && words.subList(0, 2).equals(List.of("/bin/sh", "-c"))
                ? words.getLast()
                : words;
    }
}
