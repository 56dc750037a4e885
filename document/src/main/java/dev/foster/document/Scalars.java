package dev.foster.document;

import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns single values into what they stand for. One that stands for nothing is a fault, and empty.
 *
 * <p>A label is how the value is called in messages: its path from the top, such as {@code
 * processes.web.stop.grace}.
 */
public final class Scalars {
    private static final Pattern LIMIT = Pattern.compile("(\\d{1,6}) in (\\S+(?: [a-z]+)?)");
    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,9}");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]{1,9}(?:\\.[0-9]{0,9})?");

    private static final Pattern SHARE = Pattern.compile("\\d{1,5}(?:\\.\\d{1,3})?%?");

    private final Faults faults;
    private final Notices notices;
    private final Map<Path, Object> files = new HashMap<>();

    public Scalars(Faults faults) {
        this(faults, new Notices());
    }

    public Scalars(Faults faults, Notices notices) {
        this.faults = faults;
        this.notices = notices;
    }

    /** Where what is wrong is told. */
    public Faults faults() {
        return faults;
    }

    /** Where is told what was understood, and is worth a thought. */
    public Notices notices() {
        return notices;
    }

    /** What was made of a file; it is read once, however many name it. */
    public <T> T file(Path file, Class<T> kind, Function<Path, T> reader) {
        return kind.cast(files.computeIfAbsent(file, reader));
    }

    public Optional<String> text(Value value, String label) {
        if (!(value instanceof Scalar scalar) || !scalar.is(Value.Kind.TEXT)) {
            String advice =
                    value instanceof Scalar scalar && scalar.kind() != Value.Kind.NULL
                            ? "put it in quotes"
                            : "write some text, or remove the key";
            return refuse(value, label, "expected a text, found " + value.describe(), advice);
        }
        return plain(scalar, label);
    }

    /** A text, or a number or a truth value taken as it is written. */
    public Optional<String> word(Value value, String label) {
        if (!(value instanceof Scalar scalar) || scalar.kind() == Value.Kind.NULL) {
            return refuse(
                    value,
                    label,
                    "expected a text or a number, found " + value.describe(),
                    "write one, or remove the key");
        }
        return plain(scalar, label);
    }

    private Optional<String> plain(Scalar scalar, String label) {
        if (scalar.text().indexOf('\0') >= 0) {
            return refuse(scalar, label, "it holds a NUL character", "remove it");
        }
        return Optional.of(scalar.text());
    }

    /** A text that is not empty. */
    public Optional<String> content(Value value, String label) {
        Optional<String> text = text(value, label);
        if (text.isPresent() && text.get().isBlank()) {
            return refuse(value, label, "it is empty", "write something, or remove the key");
        }
        return text;
    }

    public Optional<Boolean> truth(Value value, String label) {
        if (value instanceof Scalar scalar && scalar.is(Value.Kind.BOOLEAN)) {
            switch (scalar.text()) {
                case "true", "True", "TRUE" -> {
                    return Optional.of(true);
                }
                case "false", "False", "FALSE" -> {
                    return Optional.of(false);
                }
                default -> {}
            }
        }
        return expected(value, label, "true or false", "true");
    }

    public Optional<Integer> whole(Value value, String label, int least, int most) {
        if (!(value instanceof Scalar scalar)
                || !scalar.is(Value.Kind.NUMBER)
                || !WHOLE.matcher(scalar.text()).matches()) {
            return expected(value, label, "a whole number", String.valueOf(Math.max(least, 1)));
        }
        int number = Integer.parseInt(scalar.text());
        if (number < least || number > most) {
            return refuse(
                    value,
                    label,
                    number + " is not between " + least + " and " + most,
                    "give another number");
        }
        return Optional.of(number);
    }

    public Optional<Double> decimal(Value value, String label, double least, double most) {
        if (!(value instanceof Scalar scalar)
                || !scalar.is(Value.Kind.NUMBER)
                || !DECIMAL.matcher(scalar.text()).matches()) {
            return expected(value, label, "a number", "1.5");
        }
        double number = new BigDecimal(scalar.text()).doubleValue();
        if (number < least || number > most) {
            return refuse(
                    value,
                    label,
                    scalar.text() + " is not between " + least + " and " + most,
                    "give another number");
        }
        return Optional.of(number);
    }

    public Optional<Duration> duration(Value value, String label) {
        Optional<Duration> duration = written(value).flatMap(Durations::parse);
        return duration.isPresent()
                ? duration
                : expected(value, label, "a duration of at most ten years", "500ms, 5s, 2m or 1h");
    }

    /** A duration longer than nothing. */
    public Optional<Duration> span(Value value, String label) {
        Optional<Duration> duration = duration(value, label);
        if (duration.isPresent() && duration.get().isZero()) {
            return refuse(value, label, "no time at all is too short", "write it like 1s");
        }
        return duration;
    }

    public Optional<Long> size(Value value, String label, long least, long most) {
        Optional<Long> size = written(value).flatMap(ByteSize::parse).map(ByteSize::bytes);
        if (size.isEmpty()) {
            return expected(value, label, "a size", "256KB, 10MB or 1GiB");
        }
        if (size.get() < least || size.get() > most) {
            return refuse(
                    value,
                    label,
                    "it is not between " + new ByteSize(least) + " and " + new ByteSize(most),
                    "give another size");
        }
        return size;
    }

    /** So many in such a time. */
    public <T> Optional<T> rate(
            Value value, String label, BiFunction<Integer, Duration, T> counted) {
        Matcher matcher = LIMIT.matcher(written(value).orElse(""));
        if (matcher.matches()) {
            Optional<Duration> within = Durations.parse(matcher.group(2));
            if (within.isPresent() && !within.get().isZero()) {
                return Optional.of(counted.apply(Integer.parseInt(matcher.group(1)), within.get()));
            }
        }
        return expected(value, label, "so many in a time", "5 in 60s");
    }

    /** One of these words, and what it means. */
    public <T> Optional<T> choice(Value value, String label, Map<String, T> meanings) {
        String text = written(value).orElse("");
        T meaning = meanings.get(text);
        if (meaning != null) {
            return Optional.of(meaning);
        }
        return refuse(
                value,
                label,
                "expected one of "
                        + String.join(", ", firstWords(meanings))
                        + ", found "
                        + value.describe(),
                Nearest.of(text, meanings.keySet())
                        .map(near -> "did you mean " + near + "?")
                        .orElse("write one of them"));
    }

    /** Of several words with one meaning, the first is ours and the others are tolerated. */
    private static <T> List<String> firstWords(Map<String, T> meanings) {
        var told = new HashSet<T>();
        return meanings.entrySet().stream()
                .filter(entry -> told.add(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    public Optional<Mapping> mapping(Value value, String label) {
        if (value instanceof Mapping mapping) {
            return Optional.of(mapping);
        }
        return refuse(
                value,
                label,
                "expected a mapping, found " + value.describe(),
                "write keys and values below it, or remove the key");
    }

    /** The texts of a list, or the one that stands there alone. */
    public List<Scalar> oneOrMore(Value value, String label) {
        if (value instanceof Scalar alone) {
            return content(alone, label).isPresent() ? List.of(alone) : List.of();
        }
        if (!(value instanceof Sequence list)) {
            var _ = this.<String>expected(value, label, "a text or a list of texts", "[one, two]");
            return List.of();
        }
        var found = new ArrayList<Scalar>();
        for (int i = 0; i < list.items().size(); i++) {
            if (content(list.items().get(i), label + "[" + i + "]").isPresent()
                    && list.items().get(i) instanceof Scalar scalar) {
                found.add(scalar);
            }
        }
        return found;
    }

    public Optional<Path> path(Value value, String label, Path directory) {
        Optional<String> text = content(value, label);
        try {
            return text.map(name -> directory.resolve(name).normalize());
        } catch (InvalidPathException odd) {
            return refuse(value, label, "it is no path on this system", "write another");
        }
    }

    /** What a scalar says, as a duration or a size would be written: quoted or not. */
    public static Optional<String> written(Value value) {
        return value instanceof Scalar scalar
                        && scalar.kind() != Value.Kind.NULL
                        && scalar.kind() != Value.Kind.BOOLEAN
                ? Optional.of(scalar.text())
                : Optional.empty();
    }

    public <T> Optional<T> expected(Value value, String label, String what, String example) {
        return refuse(
                value,
                label,
                "expected " + what + ", found " + value.describe(),
                "write it like " + example);
    }

    public <T> Optional<T> refuse(Value value, String label, String why, String advice) {
        return refuse(value.place(), label, why, advice);
    }

    public <T> Optional<T> refuse(Place place, String label, String why, String advice) {
        faults.add(place, "cannot read " + Words.clip(label) + ": " + why + "; " + advice);
        return Optional.empty();
    }

    /** A share in percent, such as a limit of the processor: 150% is one and a half. */
    public Optional<Double> percent(Value value, String label) {
        String text = written(value).orElse("");
        if (!SHARE.matcher(text).matches()) {
            return expected(value, label, "a share of one core", "50%");
        }
        double share = Double.parseDouble(text.replace("%", ""));
        return share > 0
                ? Optional.of(share)
                : refuse(value, label, "it could do nothing at all", "give more");
    }

    /**
     * Notes every key that may not stand here.
     *
     * @param others words that mean a known key elsewhere, and that key
     */
    public void knownKeys(
            Mapping mapping, String label, List<String> known, Map<String, String> others) {
        mapping.entries()
                .forEach(
                        (key, entry) -> {
                            if (!known.contains(key)) {
                                faults.add(
                                        entry.key(),
                                        () ->
                                                "cannot use the key "
                                                        + Words.quote(key)
                                                        + (label.isEmpty()
                                                                ? ""
                                                                : " in " + Words.clip(label))
                                                        + ": it is not known here; "
                                                        + (others.containsKey(key)
                                                                ? "did you mean "
                                                                        + Words.quote(
                                                                                others.get(key))
                                                                        + "?"
                                                                : Words.advice(key, known)));
                            }
                        });
    }
}
