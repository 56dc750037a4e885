package dev.foster.plugin.manifest;

import dev.foster.plugin.files.InsideFolder;
import dev.foster.plugin.manifest.Value.Kind;
import dev.foster.plugin.manifest.Value.Mapping;
import dev.foster.plugin.manifest.Value.Scalar;
import dev.foster.plugin.manifest.Value.Sequence;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The keys of one mapping, each turned into what it stands for. A value that stands for nothing is
 * a fault, and empty.
 */
final class Fields {
    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,9}");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]{1,9}(?:\\.[0-9]{0,9})?");
    // Words that other tools use for what has a name here already.
    private static final Map<String, String> OTHER_WORDS =
            Map.of(
                    "env", "environment",
                    "inherit_env", "inherit",
                    "stop_timeout", "stop: {grace: …}",
                    "entrypoint", "main",
                    "cwd", "working_dir",
                    "module", "python: {module: …}",
                    "jar", "main");

    private final Mapping mapping;
    private final String label;
    private final Path folder;
    private final Faults faults;

    Fields(Mapping mapping, String label, Path folder, Faults faults) {
        this.mapping = mapping;
        this.label = label;
        this.folder = folder;
        this.faults = faults;
    }

    Mapping mapping() {
        return mapping;
    }

    boolean has(String key) {
        return mapping.get(key).isPresent();
    }

    Optional<Value> value(String key) {
        return mapping.get(key);
    }

    /** The mapping under a key; an empty one when it is absent. */
    Fields section(String key) {
        Optional<Value> value = mapping.get(key);
        Mapping below = Mapping.empty(mapping.placeOf(key));
        if (value.isPresent()) {
            if (value.get() instanceof Mapping found) {
                below = found;
            } else {
                expected(value.get(), key, "a mapping", "keys and values below it");
            }
        }
        return new Fields(below, name(key), folder, faults);
    }

    /** The same, in one of our own sections: a key it does not know is a fault. */
    Fields section(String key, Section section) {
        Fields fields = section(key);
        fields.only(section);
        return fields;
    }

    void only(Section section) {
        mapping.entries()
                .forEach(
                        (key, entry) -> {
                            if (!section.keys().contains(key)) {
                                String where = label.isEmpty() ? "" : " in " + label;
                                faults.add(
                                        entry.key(),
                                        "cannot use the key "
                                                + Words.quote(key)
                                                + where
                                                + ": it is not known here; "
                                                + advice(key, section));
                            }
                        });
    }

    private static String advice(String key, Section section) {
        String other = OTHER_WORDS.get(key);
        return other == null || section != Section.MANIFEST
                ? Words.advice(key, section.keys())
                : "did you mean " + Words.quote(other) + "?";
    }

    /** A text that is not empty. */
    Optional<String> text(String key) {
        return mapping.get(key).flatMap(value -> text(value, key));
    }

    private Optional<String> text(Value value, String key) {
        if (!(value instanceof Scalar scalar) || scalar.kind() != Kind.TEXT) {
            String advice = value instanceof Scalar ? "put it in quotes" : "write some text";
            return refuse(value, key, "expected a text, found " + value.describe(), advice);
        }
        return plain(scalar, key);
    }

    /** A text that is not empty, or a number taken as it is written: 3.10 stays 3.10. */
    Optional<String> word(String key) {
        return mapping.get(key).flatMap(value -> word(value, key));
    }

    private Optional<String> word(Value value, String key) {
        if (!(value instanceof Scalar scalar)) {
            return expected(value, key, "a text or a number", "one, or remove the key");
        }
        return plain(scalar, key);
    }

    private Optional<String> plain(Scalar scalar, String key) {
        if (scalar.text().isBlank()) {
            return refuse(scalar, key, "it is empty", "write something, or remove the key");
        }
        return unmarked(scalar, key);
    }

    private Optional<String> unmarked(Scalar scalar, String key) {
        return scalar.text().indexOf('\0') >= 0
                ? refuse(scalar, key, "it holds a NUL character", "remove it")
                : Optional.of(scalar.text());
    }

    Optional<Boolean> truth(String key) {
        Optional<Value> value = mapping.get(key);
        if (value.isPresent()
                && value.get() instanceof Scalar scalar
                && scalar.kind() == Kind.BOOLEAN) {
            return Optional.of(scalar.text().equalsIgnoreCase("true"));
        }
        return value.flatMap(found -> expected(found, key, "true or false", "true"));
    }

    Optional<Integer> whole(String key, int least, int most) {
        return mapping.get(key).flatMap(value -> whole(value, key, least, most));
    }

    private Optional<Integer> whole(Value value, String key, int least, int most) {
        if (!(value instanceof Scalar scalar)
                || scalar.kind() != Kind.NUMBER
                || !WHOLE.matcher(scalar.text()).matches()) {
            return expected(value, key, "a whole number", String.valueOf(Math.max(least, 1)));
        }
        int number = Integer.parseInt(scalar.text());
        return number < least || number > most
                ? refuse(
                        value,
                        key,
                        number + " is not between " + least + " and " + most,
                        "give another number")
                : Optional.of(number);
    }

    Optional<Double> decimal(String key, double least, double most) {
        Optional<Value> value = mapping.get(key);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (!(value.get() instanceof Scalar scalar)
                || scalar.kind() != Kind.NUMBER
                || !DECIMAL.matcher(scalar.text()).matches()) {
            return expected(value.get(), key, "a number", "1.5");
        }
        double number = new BigDecimal(scalar.text()).doubleValue();
        return number < least || number > most
                ? refuse(
                        scalar,
                        key,
                        scalar.text() + " is not between " + least + " and " + most,
                        "give another number")
                : Optional.of(number);
    }

    Optional<Duration> duration(String key) {
        return mapping.get(key).flatMap(value -> duration(value, key));
    }

    Optional<Duration> duration(Value value, String key) {
        Optional<Duration> duration = written(value).flatMap(Durations::parse);
        return duration.isPresent()
                ? duration
                : expected(value, key, "a duration of at most ten years", "500ms, 5s, 2m or 1h");
    }

    /** A duration longer than nothing. */
    Optional<Duration> span(String key) {
        Optional<Duration> duration = duration(key);
        if (duration.isPresent() && duration.get().isZero()) {
            return refuse(
                    mapping.placeOf(key), key, "no time at all is too short", "write it like 1s");
        }
        return duration;
    }

    /** One of these words, and what it means. */
    <T> Optional<T> choice(String key, Map<String, T> meanings) {
        return mapping.get(key).flatMap(value -> choice(value, key, meanings));
    }

    <T> Optional<T> choice(Value value, String key, Map<String, T> meanings) {
        String text = written(value).orElse("");
        T meaning = meanings.get(text);
        return meaning != null
                ? Optional.of(meaning)
                : refuse(
                        value,
                        key,
                        "expected one of "
                                + String.join(", ", meanings.keySet())
                                + ", found "
                                + value.describe(),
                        Words.nearest(text, meanings.keySet())
                                .map(near -> "did you mean " + near + "?")
                                .orElse("write one of them"));
    }

    /** The items of a list of words; numbers and truth values are taken as they are written. */
    List<String> words(String key) {
        Optional<Value> value = mapping.get(key);
        if (value.isEmpty()) {
            return List.of();
        }
        if (!(value.get() instanceof Sequence list)) {
            expected(value.get(), key, "a list", "[one, two]");
            return List.of();
        }
        var words = new ArrayList<String>();
        for (int i = 0; i < list.items().size(); i++) {
            Value item = list.items().get(i);
            String place = key + "[" + i + "]";
            if (item instanceof Scalar scalar && scalar.kind() != Kind.NULL) {
                unmarked(scalar, place).ifPresent(words::add);
            } else {
                expected(item, place, "a text or a number", "one, or remove it");
            }
        }
        return words;
    }

    List<Integer> wholes(String key, int least, int most) {
        Optional<Value> value = mapping.get(key);
        if (value.isPresent() && !(value.get() instanceof Sequence)) {
            expected(value.get(), key, "a list of whole numbers", "[1, 2]");
        }
        var numbers = new ArrayList<Integer>();
        if (value.isPresent() && value.get() instanceof Sequence list) {
            list.items().forEach(item -> whole(item, key, least, most).ifPresent(numbers::add));
        }
        return numbers;
    }

    /** A path inside the plugin's folder. */
    Optional<Path> path(String key) {
        return text(key).flatMap(name -> path(name, key));
    }

    /** This name, which stands under that key, as a path inside the plugin's folder. */
    Optional<Path> path(String name, String key) {
        try {
            return Optional.of(InsideFolder.resolve(folder, name));
        } catch (InsideFolder.Escape escape) {
            return refuse(
                    mapping.get(key).map(Value::place).orElse(mapping.place()),
                    key,
                    Words.quote(name) + " leads out of the plugin's folder: " + escape.why(),
                    "name something inside " + folder);
        }
    }

    /** The paths of a list, from the plugin's folder wherever they lead. */
    List<Path> paths(String key) {
        var paths = new ArrayList<Path>();
        for (String name : words(key)) {
            try {
                paths.add(folder.resolve(name).normalize());
            } catch (InvalidPathException odd) {
                refuse(mapping.placeOf(key), key, "it holds no path on this system", "mend it");
            }
        }
        return paths;
    }

    /** What a scalar says, as a duration or a size would be written: quoted or not. */
    static Optional<String> written(Value value) {
        return value instanceof Scalar scalar && scalar.kind() != Kind.BOOLEAN
                ? Optional.of(scalar.text())
                : Optional.empty();
    }

    <T> Optional<T> expected(Value value, String key, String what, String example) {
        return refuse(
                value,
                key,
                "expected " + what + ", found " + value.describe(),
                "write it like " + example);
    }

    <T> Optional<T> refuse(Value value, String key, String why, String advice) {
        return refuse(value.place(), key, why, advice);
    }

    <T> Optional<T> refuse(Place place, String key, String why, String advice) {
        faults.add(place, "cannot read " + name(key) + ": " + why + "; " + advice);
        return Optional.empty();
    }

    private String name(String key) {
        return Words.clip(label.isEmpty() ? key : label + "." + key);
    }
}
