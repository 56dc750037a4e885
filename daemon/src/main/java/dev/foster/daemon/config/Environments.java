package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Entry;
import dev.foster.daemon.config.Value.Mapping;
import dev.foster.daemon.config.Value.Scalar;
import dev.foster.daemon.config.Value.Sequence;
import dev.foster.process.Environment;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what a process finds in its environment. From the weakest to the strongest: .env, what is
 * inherited, the files of {@code env_file} in their order, {@code environment}. .env is the weakest
 * so that a variable set for one run wins over the one kept beside the project.
 */
final class Environments {
    private final Context context;
    private final Scalars scalars;
    private final Map<Path, Map<String, String>> read = new HashMap<>();

    Environments(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    Environment of(String name, Mapping process, Labels labels) {
        Environment base =
                process.get("inherit")
                        .flatMap(it -> inherited(it, labels.of("inherit")))
                        .orElse(Environment.inheritAll());
        var set = new LinkedHashMap<String, String>();
        context.dotEnv()
                .forEach(
                        (variable, value) -> {
                            if (!inherits(base, variable)) {
                                set.put(variable, value);
                            }
                        });
        process.get("env_file").ifPresent(it -> addFiles(it, labels.of("env_file"), set));
        process.get("environment").ifPresent(it -> addAll(it, labels.of("environment"), set));
        if (!set.containsKey("PYTHONUNBUFFERED") && !inherits(base, "PYTHONUNBUFFERED")) {
            // Python holds back what it prints to a pipe; a log that comes minutes late looks dead.
            set.put("PYTHONUNBUFFERED", "1");
        }
        set.put("FOSTER_PROCESS", name);
        return base.with(set);
    }

    private boolean inherits(Environment base, String variable) {
        return context.environment().containsKey(variable) && base.inherits(variable);
    }

    private Optional<Environment> inherited(Value value, String label) {
        if (value instanceof Sequence) {
            return Optional.of(
                    Environment.inheritOnly(new LinkedHashSet<>(scalars.texts(value, label))));
        }
        return switch (Scalars.written(value).orElse("")) {
            case "all" -> Optional.of(Environment.inheritAll());
            case "none" -> Optional.of(Environment.inheritNone());
            default ->
                    scalars.expected(value, label, "all, none or a list of names", "[PATH, HOME]");
        };
    }

    private void addFiles(Value value, String label, Map<String, String> set) {
        for (Scalar file : scalars.oneOrMore(value, label)) {
            scalars.path(file, label, context.directory())
                    .ifPresent(path -> set.putAll(variables(path, file, label)));
        }
    }

    private Map<String, String> variables(Path path, Scalar named, String label) {
        Map<String, String> known = read.get(path);
        if (known != null) {
            return known;
        }
        var faults = new Faults();
        Map<String, String> fresh = Map.of();
        try {
            fresh = DotEnv.read(path, faults);
            faults.raise();
        } catch (ConfigurationProblem problem) {
            tell(problem, named, label);
        }
        read.put(path, fresh);
        return fresh;
    }

    /** A file that cannot be read at all is the fault of the line that names it. */
    private void tell(ConfigurationProblem problem, Scalar named, String label) {
        for (Fault fault : problem.faults()) {
            Place place = new Place(fault.file(), fault.line(), fault.column());
            if (fault.line() == 0) {
                context.faults().add(named.place(), fault.message() + " in " + label);
            } else {
                context.faults().add(place, fault.message());
            }
        }
    }

    void addAll(Value value, String label, Map<String, String> set) {
        switch (value) {
            case Mapping mapping ->
                    mapping.entries().forEach((name, entry) -> add(name, entry, label, set));
            case Sequence list -> list.items().forEach(item -> addPair(item, label, set));
            case Scalar scalar -> {
                var _ = scalars.expected(scalar, label, "a mapping or a list", "{LOG: debug}");
            }
        }
    }

    private void addPair(Value item, String label, Map<String, String> set) {
        String text = Scalars.written(item).orElse("");
        int equals = text.indexOf('=');
        if (equals < 1) {
            var _ = scalars.expected(item, label, "NAME=value", "LOG=debug");
            return;
        }
        var value = Scalar.text(item.place(), text.substring(equals + 1));
        add(text.substring(0, equals), new Entry(item.place(), value), label, set);
    }

    private void add(String name, Entry entry, String label, Map<String, String> set) {
        if (name.isBlank() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
            var _ =
                    scalars.refuse(
                            entry.key(),
                            label,
                            Words.quote(name) + " cannot be the name of a variable",
                            "use letters, digits and _");
            return;
        }
        scalars.word(entry.value(), label + "." + name).ifPresent(text -> set.put(name, text));
    }
}
