package dev.foster.plugin.manifest;

import dev.foster.document.Faults;
import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Type;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Sequence;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.plugin.files.InsideFolder;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of one mapping, each turned into what it stands for. A value that stands for nothing is
 * a fault, and empty.
 */
final class Fields {
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
    private final Scalars scalars;

    Fields(Mapping mapping, Path folder, Faults faults) {
        this(mapping, "", folder, new Scalars(faults));
    }

    private Fields(Mapping mapping, String label, Path folder, Scalars scalars) {
        this.mapping = mapping;
        this.label = label;
        this.folder = folder;
        this.scalars = scalars;
    }

    Mapping mapping() {
        return mapping;
    }

    Scalars scalars() {
        return scalars;
    }

    boolean has(String key) {
        return mapping.has(key);
    }

    Optional<Value> value(String key) {
        return mapping.get(key);
    }

    /** The mapping under a key; an empty one when it is absent. */
    Fields section(String key) {
        Mapping below =
                mapping.get(key)
                        .flatMap(it -> scalars.mapping(it, name(key)))
                        .orElse(Mapping.empty(mapping.placeOf(key)));
        return new Fields(below, name(key), folder, scalars);
    }

    /** The same, in one of our own sections: a key it does not know is a fault. */
    Fields section(String key, Section section) {
        Fields fields = section(key);
        fields.only(section);
        return fields;
    }

    void only(Section section) {
        Map<String, String> others = section == Section.MANIFEST ? OTHER_WORDS : Map.of();
        scalars.knownKeys(mapping, label, section.keys(), others);
    }

    /** The reading of what stands under a key. */
    Where where(String key) {
        return Where.top(name(key), scalars, folder);
    }

    /** What stands under a key, over what holds without it. */
    <T> T read(String key, Type<T> type, T base) {
        return mapping.get(key)
                .flatMap(it -> type.read(it, where(key), Optional.of(base)))
                .orElse(base);
    }

    /** A text that is not empty. */
    Optional<String> text(String key) {
        return mapping.get(key).flatMap(it -> scalars.content(it, name(key)));
    }

    /** A text that is not empty, or a number taken as it is written: 3.10 stays 3.10. */
    Optional<String> word(String key) {
        Optional<String> word = mapping.get(key).flatMap(it -> scalars.word(it, name(key)));
        return word.isPresent() && word.get().isBlank()
                ? refuse(
                        mapping.get(key).orElse(mapping),
                        key,
                        "it is empty",
                        "write something, or remove the key")
                : word;
    }

    Optional<Boolean> truth(String key) {
        return mapping.get(key).flatMap(it -> scalars.truth(it, name(key)));
    }

    Optional<Integer> whole(String key, int least, int most) {
        return mapping.get(key).flatMap(it -> scalars.whole(it, name(key), least, most));
    }

    Optional<Double> decimal(String key, double least, double most) {
        return mapping.get(key).flatMap(it -> scalars.decimal(it, name(key), least, most));
    }

    Optional<Duration> duration(String key) {
        return mapping.get(key).flatMap(it -> duration(it, key));
    }

    Optional<Duration> duration(Value value, String key) {
        return scalars.duration(value, name(key));
    }

    /** A duration longer than nothing. */
    Optional<Duration> span(String key) {
        return mapping.get(key).flatMap(it -> scalars.span(it, name(key)));
    }

    Optional<Long> size(String key, long least, long most) {
        return mapping.get(key).flatMap(it -> scalars.size(it, name(key), least, most));
    }

    /** One of these words, and what it means. */
    <T> Optional<T> choice(String key, Map<String, T> meanings) {
        return mapping.get(key).flatMap(it -> scalars.choice(it, name(key), meanings));
    }

    /** The items of a list of words; numbers and truth values are taken as they are written. */
    List<String> words(String key) {
        var words = new ArrayList<String>();
        Optional<Value> value = mapping.get(key);
        if (value.isPresent() && value.get() instanceof Sequence list) {
            for (int i = 0; i < list.items().size(); i++) {
                scalars.word(list.items().get(i), name(key) + "[" + i + "]").ifPresent(words::add);
            }
        } else {
            value.ifPresent(it -> expected(it, key, "a list", "[one, two]"));
        }
        return words;
    }

    List<Integer> wholes(String key, int least, int most) {
        var numbers = new ArrayList<Integer>();
        Optional<Value> value = mapping.get(key);
        if (value.isPresent() && value.get() instanceof Sequence list) {
            for (Value item : list.items()) {
                scalars.whole(item, name(key), least, most).ifPresent(numbers::add);
            }
        } else {
            value.ifPresent(it -> expected(it, key, "a list of whole numbers", "[1, 2]"));
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

    <T> Optional<T> expected(Value value, String key, String what, String example) {
        return scalars.expected(value, name(key), what, example);
    }

    <T> Optional<T> refuse(Value value, String key, String why, String advice) {
        return scalars.refuse(value, name(key), why, advice);
    }

    <T> Optional<T> refuse(Place place, String key, String why, String advice) {
        return scalars.refuse(place, name(key), why, advice);
    }

    String name(String key) {
        return label.isEmpty() ? key : label + "." + key;
    }
}
