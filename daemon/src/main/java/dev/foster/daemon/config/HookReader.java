package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;
import dev.foster.document.Words;
import dev.foster.process.ChildSpec;
import dev.foster.supervise.report.Topic;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.StackSpec;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code notify}: who is told what happens. */
final class HookReader {
    private static final int MOST = 100;
    private static final int MOST_RETRIES = 20;
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);
    private static final int USUAL_RETRIES = 4;
    private static final Limit USUAL_RATE = new Limit(10, Duration.ofMinutes(1));
    private static final Set<Topic> USUAL =
            Set.of(Topic.CRASH, Topic.GAVE_UP, Topic.RECOVERED, Topic.OVER_LIMIT, Topic.UNHEALTHY);

    private final Context context;
    private final Scalars scalars;
    private final List<HookSpec> found = new ArrayList<>();
    private final Map<String, List<Scalar>> patterns = new LinkedHashMap<>();

    HookReader(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    void read(Value value) {
        if (!(value instanceof Sequence hooks)) {
            var _ =
                    scalars.expected(
                            value, "notify", "a list of hooks", "[{webhook: https://example.org}]");
            return;
        }
        if (hooks.items().size() > MOST) {
            var _ = scalars.refuse(value, "notify", "it has more than " + MOST, "remove some");
            return;
        }
        var names = new HashSet<String>();
        for (int i = 0; i < hooks.items().size(); i++) {
            String label = "notify[" + i + "]";
            String usual = "hook-" + (i + 1);
            scalars.mapping(hooks.items().get(i), label)
                    .ifPresent(it -> readHook(it, label, usual, names));
        }
    }

    private void readHook(Mapping fields, String label, String usual, Set<String> names) {
        Section.HOOK.only(fields, label, scalars);
        String name =
                fields.get("name")
                        .flatMap(it -> scalars.content(it, label + ".name"))
                        .orElse(usual);
        Names.check(name, fields.placeOf("name"), "hook", context.faults());
        if (!names.add(name)) {
            var _ =
                    scalars.refuse(
                            fields.placeOf("name"),
                            label + ".name",
                            "another hook is called " + Words.quote(name),
                            "give each its own");
        }
        Optional<HookSpec.Target> target = target(fields, label, name);
        fields.get("processes")
                .ifPresent(it -> patterns.put(name, scalars.oneOrMore(it, label + ".processes")));
        boolean web = fields.has("webhook");
        target.ifPresent(it -> found.add(hook(name, it, fields, label, web)));
    }

    private HookSpec hook(
            String name, HookSpec.Target target, Mapping fields, String label, boolean web) {
        return new HookSpec(
                name,
                target,
                fields.get("on").map(it -> words(it, label + ".on")).orElse(USUAL),
                Optional.empty(),
                fields.get("timeout")
                        .flatMap(it -> timeout(it, label + ".timeout"))
                        .orElse(USUAL_TIMEOUT),
                fields.get("retries")
                        .flatMap(it -> scalars.whole(it, label + ".retries", 0, MOST_RETRIES))
                        .orElse(web ? USUAL_RETRIES : 0),
                fields.get("rate")
                        .flatMap(it -> scalars.rate(it, label + ".rate", Limit::new))
                        .filter(it -> some(it, fields, label))
                        .orElse(USUAL_RATE));
    }

    private boolean some(Limit rate, Mapping fields, String label) {
        if (rate.count() < 1) {
            var _ =
                    scalars.refuse(
                            fields.placeOf("rate"),
                            label + ".rate",
                            "none at all is too few",
                            "write it like 10 in 1m");
        }
        return rate.count() >= 1;
    }

    private Optional<Duration> timeout(Value value, String label) {
        Optional<Duration> timeout = scalars.span(value, label);
        return timeout.isPresent() && timeout.get().compareTo(LONGEST) > 0
                ? scalars.refuse(value, label, "it is longer than ten minutes", "write it like 10s")
                : timeout;
    }

    private Optional<HookSpec.Target> target(Mapping fields, String label, String name) {
        if (fields.has("webhook") == fields.has("command")) {
            return scalars.refuse(
                    fields,
                    label,
                    fields.has("webhook")
                            ? "it has a webhook and a command"
                            : "it has neither a webhook nor a command",
                    "give one of them");
        }
        if (fields.has("webhook")) {
            Optional<URI> address =
                    fields.get("webhook")
                            .flatMap(
                                    it ->
                                            WebAddress.read(
                                                    it,
                                                    label + ".webhook",
                                                    "https://example.org/hooks/foster",
                                                    scalars));
            Optional<String> secret =
                    fields.get("secret").flatMap(it -> scalars.content(it, label + ".secret"));
            Map<String, String> headers =
                    fields.get("headers")
                            .map(it -> WebAddress.headers(it, label + ".headers", scalars))
                            .orElse(Map.of());
            return address.map(it -> new HookSpec.Target.Webhook(it, secret, headers));
        }
        for (String key : List.of("secret", "headers")) {
            if (fields.has(key)) {
                var _ =
                        scalars.refuse(
                                fields.placeOf(key),
                                label + "." + key,
                                "only a webhook has such",
                                "remove it");
            }
        }
        return fields.get("command")
                .flatMap(it -> Commands.read(it, label + ".command", scalars))
                .map(it -> command(it, name));
    }

    private HookSpec.Target command(List<String> command, String name) {
        return new HookSpec.Target.Command(
                ChildSpec.of(command)
                        .directory(context.directory())
                        .environment(Variables.USUAL.environment(name, context)));
    }

    private Set<Topic> words(Value value, String label) {
        var meanings = new LinkedHashMap<String, Set<Topic>>();
        for (Topic word : Topic.values()) {
            meanings.put(word.word(), Set.of(word));
        }
        meanings.put("all", EnumSet.allOf(Topic.class));
        var words = EnumSet.noneOf(Topic.class);
        for (Scalar each : scalars.oneOrMore(value, label)) {
            scalars.choice(each, label, meanings).ifPresent(words::addAll);
        }
        return words;
    }

    /** What was read, once it is known which processes there are. */
    List<HookSpec> resolved(StackSpec stack) {
        var names = new NamePatterns(stack);
        return found.stream()
                .map(
                        hook -> {
                            List<Scalar> wanted = patterns.get(hook.name());
                            return wanted == null
                                    ? hook
                                    : about(hook, names.matching(wanted, scalars));
                        })
                .toList();
    }

    private static HookSpec about(HookSpec hook, Set<String> processes) {
        return new HookSpec(
                hook.name(),
                hook.target(),
                hook.on(),
                Optional.of(processes),
                hook.timeout(),
                hook.retries(),
                hook.rate());
    }
}
