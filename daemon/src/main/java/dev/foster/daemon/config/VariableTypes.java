package dev.foster.daemon.config;

import dev.foster.document.Definitions;
import dev.foster.document.Difference;
import dev.foster.document.DocumentProblem;
import dev.foster.document.Fault;
import dev.foster.document.Faults;
import dev.foster.document.Layers;
import dev.foster.document.Scalars;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.process.Environment;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** {@code environment}, {@code env_file} and {@code inherit}. Values are never shown. */
final class VariableTypes {
    /** Variables by name: a mapping, or a list of pairs. */
    static final Type<Map<String, String>> VARIABLES =
            new Type<>() {
                @Override
                public Optional<Map<String, String>> read(
                        Value value, Where where, Optional<Map<String, String>> base) {
                    return variables(value, where);
                }

                @Override
                public Value over(Value below, Value above) {
                    return Layers.over(byName(below), byName(above));
                }

                @Override
                public Object write(Map<String, String> variables) {
                    return variables;
                }

                @Override
                public String shown(Map<String, String> variables) {
                    return String.join(", ", new TreeSet<>(variables.keySet()));
                }

                @Override
                public List<Difference> differences(
                        String key, Map<String, String> before, Map<String, String> after) {
                    var names = new TreeSet<>(before.keySet());
                    names.addAll(after.keySet());
                    names.removeIf(name -> Objects.equals(before.get(name), after.get(name)));
                    return names.isEmpty()
                            ? List.of()
                            : List.of(
                                    new Difference(key + ": " + String.join(", ", names), "", ""));
                }

                @Override
                public Map<String, Object> schema(Definitions in) {
                    return Definitions.shape(
                            "anyOf",
                            List.of(
                                    Definitions.shape(
                                            "type",
                                            "object",
                                            "propertyNames",
                                            Map.of("pattern", "^[^=]*[^=\\s][^=]*$"),
                                            "additionalProperties",
                                            Types.WORD.schema(in)),
                                    Definitions.shape(
                                            "type",
                                            "array",
                                            "items",
                                            Definitions.shape(
                                                    "type",
                                                    "string",
                                                    "pattern",
                                                    "^[^=]*[^=\\s][^=]*="))));
                }
            };

    /** Files of variables; what stands in them now. */
    static final Type<Variables.Files> FILES =
            Types.oneOrMore(Types.PATH.checked(VariableTypes::file, VariableTypes::path))
                    .as(Variables.Files::of, Variables.Files::each);

    private static final Type<List<String>> NAMES = Types.TEXTS;

    /** Which variables are taken over. */
    static final Type<Environment> INHERIT =
            Type.of(
                    VariableTypes::inherit,
                    VariableTypes::inheritWritten,
                    in ->
                            in.either(
                                    List.of(
                                            Definitions.shape("enum", List.of("all", "none")),
                                            NAMES.schema(in))));

    private VariableTypes() {}

    /** What an environment inherits, and nothing else of it. */
    static Environment inherited(Environment environment) {
        return new Environment(environment.inherited(), Map.of(), environment.removed());
    }

    private static Optional<Environment> inherit(Value value, Where where) {
        if (value instanceof Sequence) {
            return NAMES.read(value, where, Optional.empty())
                    .map(names -> Environment.inheritOnly(new LinkedHashSet<>(names)));
        }
        return switch (Scalars.written(value).orElse("")) {
            case "all" -> Optional.of(Environment.inheritAll());
            case "none" -> Optional.of(Environment.inheritNone());
            default -> where.expected(value, "all, none or a list of names", "[PATH, HOME]");
        };
    }

    private static Object inheritWritten(Environment environment) {
        return environment
                .inherited()
                .<Object>map(names -> names.isEmpty() ? "none" : List.copyOf(new TreeSet<>(names)))
                .orElse("all");
    }

    private static Path path(Variables.EnvFile file) {
        return file.path();
    }

    /** What stands in a file, and what is wrong with it. */
    private record Content(Variables.EnvFile file, List<Fault> faults) {
        static Content of(Path path) {
            var faults = new Faults();
            Map<String, String> variables = Map.of();
            try {
                variables = DotEnv.read(path, faults);
                faults.raise();
            } catch (DocumentProblem problem) {
                return new Content(new Variables.EnvFile(path, variables), problem.faults());
            }
            return new Content(new Variables.EnvFile(path, variables), List.of());
        }
    }

    /** A file that cannot be read at all is the fault of the line that names it. */
    private static Optional<Variables.EnvFile> file(Path path, Value named, Where where) {
        Content content = where.scalars().file(path, Content.class, Content::of);
        for (Fault fault : content.faults()) {
            where.scalars()
                    .faults()
                    .add(
                            fault.line() == 0
                                    ? named.place().fault(fault.message() + " in " + where.label())
                                    : fault);
        }
        return Optional.of(content.file());
    }

    /** Pairs as a mapping; left as they stand where one of them is to be refused later. */
    private static Value byName(Value value) {
        if (!(value instanceof Sequence list)) {
            return value;
        }
        var entries = new LinkedHashMap<String, Entry>();
        for (Value item : list.items()) {
            if (!(item instanceof Scalar pair) || pair.text().indexOf('=') < 1) {
                return list;
            }
            List<String> parts = List.of(pair.text().split("=", 2));
            entries.put(
                    parts.getFirst(),
                    new Entry(
                            pair.place(), new Scalar(pair.place(), parts.getLast(), pair.kind())));
        }
        return new Mapping(list.place(), entries);
    }

    private static Optional<Map<String, String>> variables(Value value, Where where) {
        var set = new LinkedHashMap<String, String>();
        switch (value) {
            case Mapping mapping ->
                    mapping.entries().forEach((name, entry) -> add(name, entry, where, set));
            case Sequence list -> list.items().forEach(item -> addPair(item, where, set));
            case Scalar scalar -> {
                return where.expected(scalar, "a mapping or a list", "{LOG: debug}");
            }
        }
        return Optional.of(set);
    }

    private static void addPair(Value item, Where where, Map<String, String> set) {
        String text = Scalars.written(item).orElse("");
        int equals = text.indexOf('=');
        if (equals < 1) {
            where.expected(item, "NAME=value", "LOG=debug");
            return;
        }
        var value = Scalar.text(item.place(), text.substring(equals + 1));
        add(text.substring(0, equals), new Entry(item.place(), value), where, set);
    }

    private static void add(String name, Entry entry, Where where, Map<String, String> set) {
        if (name.isBlank() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
            where.refuse(
                    entry.key(),
                    Words.quote(name) + " cannot be the name of a variable",
                    "use letters, digits and _");
            return;
        }
        where.scalars()
                .word(entry.value(), where.in(name).label())
                .ifPresent(text -> set.put(name, text));
    }
}
