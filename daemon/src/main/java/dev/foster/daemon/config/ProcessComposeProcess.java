package dev.foster.daemon.config;

import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;
import dev.foster.document.Words;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Translates one process of a process-compose.yaml. */
final class ProcessComposeProcess {
    private static final int LONGEST = 1_000_000;
    private static final Set<String> WITHOUT_MEANING =
            Set.of("disable_ansi_colors", "is_dotenv_disabled");
    private static final Map<String, String> POLICIES =
            new TreeMap<>(
                    Map.of(
                            "no", "no",
                            "on_failure", "on-failure",
                            "always", "always",
                            "unless_stopped", "unless-stopped",
                            "exit_on_failure", "no"));

    private final Context context;
    private final Scalars scalars;
    private final String label;
    private final Mapping fields;
    private final List<String> shell;
    private final Map<String, String> names;
    private final Map<String, Entry> process = new LinkedHashMap<>();

    ProcessComposeProcess(
            Context context,
            String label,
            Mapping fields,
            List<String> shell,
            Map<String, String> names) {
        this.context = context;
        this.scalars = context.scalars();
        this.label = label;
        this.fields = fields;
        this.shell = shell;
        this.names = names;
    }

    Mapping translated(String name) {
        put("restart", fields.place(), one("policy", text(fields.place(), "no")));
        put("stop", fields.place(), one("grace", text(fields.place(), "10s")));
        fields.entries().forEach(this::translate);
        // Its processes find their name here.
        Value named = one("PC_PROC_NAME", text(fields.place(), name));
        Mapping environment =
                ProcessSection.PROCESS.over(
                        one("environment", named),
                        new Mapping(fields.place(), withOnly("environment")));
        process.putAll(environment.entries());
        return new Mapping(fields.place(), process);
    }

    private Map<String, Entry> withOnly(String key) {
        Entry entry = process.get(key);
        return entry == null ? Map.of() : Map.of(key, entry);
    }

    private void translate(String key, Entry entry) {
        Value value = entry.value();
        switch (key) {
            case "description", "working_dir", "environment", "env_file", "replicas" ->
                    process.put(key, entry);
            case "command" -> command(entry);
            case "entrypoint" -> put("command", entry.key(), value);
            case "disabled" ->
                    scalars.truth(value, label + ".disabled")
                            .ifPresent(
                                    off -> put("enabled", entry.key(), truth(value.place(), !off)));
            case "depends_on" -> dependencies(entry);
            case "availability" ->
                    part(entry, "availability").ifPresent(it -> availability(it, entry.key()));
            case "readiness_probe" -> probe(entry, "readiness_probe", "ready");
            case "liveness_probe" -> probe(entry, "liveness_probe", "liveness");
            case "ready_log_line" ->
                    scalars.content(value, label + ".ready_log_line")
                            .ifPresent(line -> readyLine(entry, line));
            case "shutdown" -> part(entry, "shutdown").ifPresent(it -> shutdown(it, entry.key()));
            case "log_location" -> put("output", entry.key(), one("file", value));
            default -> other(key, entry);
        }
    }

    private void command(Entry entry) {
        if (fields.has("entrypoint")) {
            notice(entry, "command beside entrypoint has no equivalent, ignored");
            return;
        }
        if (ProcessCompose.isTemplate(entry.value())) {
            notice(entry, "a template has no equivalent: what stands in {{ }} is left as it is");
        }
        scalars.content(entry.value(), label + ".command")
                .ifPresent(it -> put("command", entry.key(), shellCommand(entry.value(), it)));
    }

    private Sequence shellCommand(Value value, String text) {
        var words = new ArrayList<>(shell);
        words.add(text);
        return ProcessCompose.list(value.place(), words);
    }

    private void dependencies(Entry entry) {
        if (!(entry.value() instanceof Mapping mapping)) {
            process.put("depends_on", entry);
            return;
        }
        var translated = new LinkedHashMap<String, Entry>();
        mapping.entries()
                .forEach(
                        (name, dependency) -> {
                            Value condition =
                                    dependency.value() instanceof Mapping it
                                            ? it.get("condition")
                                                    .orElse(text(it.place(), "process_started"))
                                            : dependency.value();
                            translated.put(
                                    names.getOrDefault(name, name),
                                    new Entry(dependency.key(), condition));
                        });
        put("depends_on", entry.key(), new Mapping(mapping.place(), translated));
    }

    private void availability(Mapping part, Place key) {
        var restart = new LinkedHashMap<String, Entry>();
        String path = label + ".availability.";
        Value word = part.get("restart").orElse(text(part.place(), "no"));
        Optional<String> policy = scalars.choice(word, path + "restart", POLICIES);
        restart.put("policy", new Entry(word.place(), text(word.place(), policy.orElse("no"))));
        if (Scalars.written(word).filter("exit_on_failure"::equals).isPresent()) {
            notice(
                    part,
                    "restart",
                    "restart: exit_on_failure has no equivalent in the file; use"
                            + " foster up --exit-on failure");
        }
        int backoff = number(part, path, "backoff_seconds").filter(it -> it > 0).orElse(1);
        var waits = ProcessCompose.list(part.place(), List.of(backoff + "s"));
        restart.put("backoff", new Entry(part.placeOf("backoff_seconds"), waits));
        // It counts restarts from the beginning; a window of ten years is the same.
        String limit =
                number(part, path, "max_restarts")
                        .filter(it -> it > 0)
                        .map(it -> it + " in 3650d")
                        .orElse("none");
        Place counted = part.placeOf("max_restarts");
        restart.put("limit", new Entry(counted, text(counted, limit)));
        for (String flag : List.of("exit_on_end", "exit_on_skipped")) {
            if (part.get(flag).flatMap(it -> scalars.truth(it, path + flag)).orElse(false)) {
                notice(
                        part,
                        flag,
                        flag
                                + " has no equivalent in the file; use foster up --exit-on"
                                + " completion");
            }
        }
        unknown(
                part,
                path,
                Set.of(
                        "restart",
                        "backoff_seconds",
                        "max_restarts",
                        "exit_on_end",
                        "exit_on_skipped"));
        put("restart", key, new Mapping(part.place(), restart));
    }

    private void shutdown(Mapping part, Place key) {
        var stop = new LinkedHashMap<String, Entry>();
        String path = label + ".shutdown.";
        part.get("signal")
                .ifPresent(it -> stop.put("signal", new Entry(part.placeOf("signal"), it)));
        int grace = number(part, path, "timeout_seconds").filter(it -> it > 0).orElse(10);
        Place place = part.placeOf("timeout_seconds");
        stop.put("grace", new Entry(place, text(place, grace + "s")));
        if (part.has("command")) {
            notice(
                    part,
                    "command",
                    "a command that stops a process has no equivalent: it gets the"
                            + " signal instead");
        }
        if (part.get("parent_only")
                .flatMap(it -> scalars.truth(it, path + "parent_only"))
                .orElse(false)) {
            notice(
                    part,
                    "parent_only",
                    "parent_only has no equivalent: the whole group is stopped");
        }
        unknown(part, path, Set.of("signal", "timeout_seconds", "command", "parent_only"));
        put("stop", key, new Mapping(part.place(), stop));
    }

    private void probe(Entry entry, String name, String ours) {
        part(entry, name)
                .ifPresent(
                        it -> {
                            var probe =
                                    new ProcessComposeProbe(
                                            context, label + "." + name, it, shell, ours);
                            if (probe.isTemplate()) {
                                notice(
                                        entry,
                                        label
                                                + "."
                                                + name
                                                + " is ignored: a template has no equivalent");
                                return;
                            }
                            Mapping before =
                                    process.get(ours) != null
                                                    && process.get(ours).value()
                                                            instanceof Mapping line
                                            ? line
                                            : new Mapping(it.place(), Map.of());
                            var both = new LinkedHashMap<>(probe.translated().entries());
                            both.putAll(before.entries());
                            put(ours, entry.key(), new Mapping(it.place(), both));
                        });
    }

    private void readyLine(Entry entry, String line) {
        // It looks for the text as it stands; ours is a regular expression.
        String pattern = line.replaceAll("[\\\\^$.|?*+()\\[\\]{}]", "\\\\$0");
        var log = new Entry(entry.key(), text(entry.value().place(), pattern));
        var both = new LinkedHashMap<String, Entry>();
        if (process.get("ready") != null
                && process.get("ready").value() instanceof Mapping before) {
            both.putAll(before.entries());
        }
        both.put("log", log);
        put("ready", entry.key(), new Mapping(entry.value().place(), both));
    }

    private void other(String key, Entry entry) {
        boolean usual =
                key.equals("namespace")
                        && Scalars.written(entry.value()).filter("default"::equals).isPresent();
        if (key.startsWith("x-") || WITHOUT_MEANING.contains(key) || usual) {
            return;
        }
        String why =
                switch (key) {
                    case "is_daemon" ->
                            "is_daemon has no equivalent: what goes to the background by itself"
                                    + " cannot be watched; run it in the foreground";
                    case "namespace" -> "namespace has no equivalent, ignored; make a group of it";
                    default -> Words.clip(key) + " has no equivalent, ignored";
                };
        notice(entry, why);
    }

    private Optional<Mapping> part(Entry entry, String key) {
        return scalars.mapping(entry.value(), label + "." + key);
    }

    private Optional<Integer> number(Mapping part, String path, String key) {
        return part.get(key).flatMap(it -> scalars.whole(it, path + key, 0, LONGEST));
    }

    private void unknown(Mapping part, String path, Set<String> known) {
        part.entries()
                .forEach(
                        (key, entry) -> {
                            if (!known.contains(key)) {
                                notice(
                                        entry,
                                        path + Words.clip(key) + " has no equivalent, ignored");
                            }
                        });
    }

    private void put(String key, Place place, Value value) {
        process.put(key, new Entry(place, value));
    }

    private static Mapping one(String key, Value value) {
        return new Mapping(value.place(), Map.of(key, new Entry(value.place(), value)));
    }

    private static Scalar text(Place place, String text) {
        return Scalar.text(place, text);
    }

    private static Scalar truth(Place place, boolean value) {
        return new Scalar(place, String.valueOf(value), Value.Kind.BOOLEAN);
    }

    private void notice(Entry entry, String message) {
        context.notices().add(entry.key(), message);
    }

    private void notice(Mapping part, String key, String message) {
        context.notices().add(part.placeOf(key), message);
    }
}
