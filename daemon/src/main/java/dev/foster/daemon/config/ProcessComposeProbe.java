package dev.foster.daemon.config;

import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Words;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Translates a probe of a process-compose.yaml, with its own defaults: every 10 s, 1 s, 3 times.
 */
final class ProcessComposeProbe {
    private static final int LONGEST = 1_000_000;
    private static final int USUAL_READINESS = 90;

    private final Context context;
    private final Scalars scalars;
    private final String label;
    private final Mapping fields;
    private final List<String> shell;
    private final boolean readiness;
    private final Map<String, Entry> probe = new LinkedHashMap<>();

    ProcessComposeProbe(
            Context context, String label, Mapping fields, List<String> shell, String ours) {
        this.context = context;
        this.scalars = context.scalars();
        this.label = label;
        this.fields = fields;
        this.shell = shell;
        this.readiness = ours.equals("ready");
    }

    /** Whether where to ask, or what, is only computed by the other program. */
    boolean isTemplate() {
        return fields.entries().values().stream()
                .map(Entry::value)
                .filter(Mapping.class::isInstance)
                .flatMap(part -> ((Mapping) part).entries().values().stream())
                .anyMatch(entry -> ProcessCompose.isTemplate(entry.value()));
    }

    Mapping translated() {
        fields.get("http_get")
                .flatMap(it -> scalars.mapping(it, label + ".http_get"))
                .ifPresent(this::http);
        fields.get("exec")
                .flatMap(it -> scalars.mapping(it, label + ".exec"))
                .ifPresent(this::exec);
        int period = number("period_seconds", 10);
        int failures = number("failure_threshold", 3);
        int delay = number("initial_delay_seconds", 0);
        seconds("period", period);
        seconds("timeout", number("timeout_seconds", 1));
        if (readiness) {
            seconds("within", (int) Math.max(USUAL_READINESS, delay + (long) period * failures));
        } else {
            Place place = fields.placeOf("failure_threshold");
            var count = new Scalar(place, String.valueOf(failures), Value.Kind.NUMBER);
            probe.put("failures", new Entry(place, count));
        }
        tellTheRest();
        return new Mapping(fields.place(), probe);
    }

    private void tellTheRest() {
        fields.entries()
                .forEach(
                        (key, entry) ->
                                withoutEquivalent(key)
                                        .ifPresent(
                                                why ->
                                                        context.notices()
                                                                .add(
                                                                        entry.key(),
                                                                        label
                                                                                + "."
                                                                                + Words.clip(key)
                                                                                + " "
                                                                                + why)));
    }

    private Optional<String> withoutEquivalent(String key) {
        String from = readiness ? "the start" : "the moment it is ready";
        return switch (key) {
            case "http_get", "exec", "period_seconds", "timeout_seconds", "failure_threshold" ->
                    Optional.empty();
            case "initial_delay_seconds" ->
                    number(key, 0) == 0
                            ? Optional.empty()
                            : Optional.of("has no equivalent: it is asked from " + from);
            case "success_threshold" ->
                    number(key, 1) == 1
                            ? Optional.empty()
                            : Optional.of("has no equivalent: one success counts");
            default -> Optional.of("has no equivalent, ignored");
        };
    }

    private void http(Mapping get) {
        String path = label + ".http_get.";
        String host = word(get, path, "host").orElse("127.0.0.1");
        String scheme = word(get, path, "scheme").orElse("http");
        String target = word(get, path, "path").orElse("/");
        Optional<String> port = word(get, path, "port").filter(it -> !it.isEmpty());
        String url =
                scheme
                        + "://"
                        + host
                        + port.map(it -> ":" + it).orElse("")
                        + (target.startsWith("/") ? target : "/" + target);
        var http = new LinkedHashMap<String, Entry>();
        http.put("url", new Entry(get.place(), Scalar.text(get.place(), url)));
        if (get.has("headers")) {
            http.put(
                    "headers", new Entry(get.placeOf("headers"), get.get("headers").orElseThrow()));
        }
        if (get.has("status_code")) {
            http.put(
                    "status",
                    new Entry(get.placeOf("status_code"), get.get("status_code").orElseThrow()));
        }
        probe.put("http", new Entry(fields.placeOf("http_get"), new Mapping(get.place(), http)));
    }

    private void exec(Mapping exec) {
        Optional<Value> value = exec.get("command");
        if (value.isEmpty()) {
            var _ = scalars.refuse(exec, label + ".exec", "it has no command", "add one");
            return;
        }
        Optional<String> command = scalars.content(value.get(), label + ".exec.command");
        if (exec.has("working_dir")) {
            context.notices()
                    .add(
                            exec.placeOf("working_dir"),
                            "working_dir of a probe has no equivalent: it runs where its process"
                                    + " runs");
        }
        command.ifPresent(
                text -> {
                    var words = new ArrayList<>(shell);
                    words.add(text);
                    Value list = ProcessCompose.list(value.get().place(), words);
                    probe.put("exec", new Entry(fields.placeOf("exec"), list));
                });
    }

    private Optional<String> word(Mapping get, String path, String key) {
        return get.get(key).flatMap(it -> scalars.word(it, path + key));
    }

    private int number(String key, int usual) {
        return fields.get(key)
                .flatMap(it -> scalars.whole(it, label + "." + key, 0, LONGEST))
                .filter(it -> it > 0)
                .orElse(usual);
    }

    private void seconds(String key, int count) {
        probe.put(key, new Entry(fields.place(), Scalar.text(fields.place(), count + "s")));
    }
}
