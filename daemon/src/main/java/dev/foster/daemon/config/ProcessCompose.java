package dev.foster.daemon.config;

import dev.foster.daemon.config.RunSection.Run;
import dev.foster.document.Notes;
import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;
import dev.foster.document.Words;
import dev.foster.process.SearchPath;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Translates a process-compose.yaml into the tree of a foster.yaml that does the same, and notes
 * what has no equivalent.
 */
final class ProcessCompose {
    /** What concerns only the other program's own screen and habits. */
    private static final Set<String> WITHOUT_MEANING =
            Set.of(
                    "version",
                    "log_level",
                    "log_length",
                    "is_strict",
                    "is_tui_disabled",
                    "disable_ansi_colors",
                    "ordered_shutdown");

    /** How one such file lies over another: variables are written there as they are here. */
    static final Section<Run> LAYERS =
            RunSection.SURROUNDINGS.optional(
                    "processes",
                    ProjectSection.PROCESSES,
                    _ -> Optional.empty(),
                    (it, _) -> it,
                    Notes.says(""));

    private final Context context;
    private final Scalars scalars;
    private final Map<String, String> variables;

    ProcessCompose(Context context, Map<String, String> variables) {
        this.context = context;
        this.scalars = context.scalars();
        this.variables = variables;
    }

    Mapping translated(Mapping file) {
        var top = new LinkedHashMap<String, Entry>();
        var defaults = new LinkedHashMap<String, Entry>();
        file.entries()
                .forEach(
                        (key, entry) -> {
                            switch (key) {
                                case "name" -> top.put("name", entry);
                                case "environment", "env_file" -> defaults.put(key, entry);
                                case "processes", "shell", "disable_env_expansion" -> {}
                                case "log_location" ->
                                        notice(
                                                entry,
                                                "log_location of the project has no equivalent:"
                                                        + " each process has its own log");
                                default -> other(key, entry);
                            }
                        });
        if (!defaults.isEmpty()) {
            top.put("defaults", new Entry(file.place(), new Mapping(file.place(), defaults)));
        }
        processes(file).ifPresent(it -> top.put("processes", it));
        return new Mapping(file.place(), top);
    }

    private Optional<Entry> processes(Mapping file) {
        if (!file.has("processes")) {
            return Optional.empty();
        }
        List<String> shell = shell(file);
        Value value = file.get("processes").orElseThrow();
        var translated = new LinkedHashMap<String, Entry>();
        scalars.mapping(value, "processes")
                .ifPresent(
                        mapping -> {
                            Map<String, String> names = names(mapping);
                            mapping.entries()
                                    .forEach(
                                            (name, entry) ->
                                                    translated.put(
                                                            names.getOrDefault(name, name),
                                                            process(name, entry, shell, names)));
                        });
        return Optional.of(
                new Entry(file.placeOf("processes"), new Mapping(value.place(), translated)));
    }

    /** Other names for those that cannot be used here; they may begin with an underscore there. */
    private Map<String, String> names(Mapping processes) {
        var names = new HashMap<String, String>();
        var taken = new HashSet<>(processes.entries().keySet());
        processes
                .entries()
                .forEach(
                        (name, entry) -> {
                            if (!NameRules.valid(name)) {
                                String tame = NameRules.tamed(name);
                                String free = tame;
                                for (int i = 2; !taken.add(free); i++) {
                                    free = tame.substring(0, Math.min(58, tame.length())) + "-" + i;
                                }
                                names.put(name, free);
                                notice(
                                        entry,
                                        Words.clip(name)
                                                + " is called "
                                                + free
                                                + " here: names begin with a letter or digit and"
                                                + " have letters, digits, _ . and -");
                            }
                        });
        return names;
    }

    private Entry process(String name, Entry entry, List<String> shell, Map<String, String> names) {
        if (!(entry.value() instanceof Mapping fields)) {
            return entry;
        }
        var process = new ProcessComposeProcess(context, "processes." + name, fields, shell, names);
        return new Entry(entry.key(), process.translated(name));
    }

    /** The shell its commands are written for: bash, unless told otherwise. */
    private List<String> shell(Mapping file) {
        Optional<Mapping> given = file.get("shell").flatMap(it -> scalars.mapping(it, "shell"));
        Optional<String> command =
                given.flatMap(it -> it.get("shell_command"))
                        .flatMap(it -> scalars.content(it, "shell.shell_command"));
        String argument =
                given.flatMap(it -> it.get("shell_argument"))
                        .flatMap(it -> scalars.content(it, "shell.shell_argument"))
                        .orElse("-c");
        String wanted = command.orElseGet(() -> variables.getOrDefault("COMPOSE_SHELL", "bash"));
        return wanted.equals("bash") && SearchPath.of(variables).find("bash").isEmpty()
                ? List.of("/bin/sh", "-c")
                : List.of(wanted, argument);
    }

    /** Whether the file keeps its dollar signs for the shell. */
    static boolean expands(Mapping file, Scalars scalars) {
        return !file.get("disable_env_expansion")
                .flatMap(it -> scalars.truth(it, "disable_env_expansion"))
                .orElse(false);
    }

    private void other(String key, Entry entry) {
        if (!key.startsWith("x-") && !WITHOUT_MEANING.contains(key)) {
            notice(entry, Words.clip(key) + " has no equivalent, ignored");
        }
    }

    private void notice(Entry entry, String message) {
        context.notices().add(entry.key(), message);
    }

    /** Whether a text has a part that the other program would compute. */
    static boolean isTemplate(Value value) {
        return Scalars.written(value).filter(text -> text.contains("{{")).isPresent();
    }

    static Sequence list(Place place, List<String> words) {
        return new Sequence(
                place, words.stream().<Value>map(word -> Scalar.text(place, word)).toList());
    }
}
