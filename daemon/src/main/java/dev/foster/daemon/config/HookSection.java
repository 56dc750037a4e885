package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.daemon.config.HookSpec.Target;
import dev.foster.document.Definitions;
import dev.foster.document.Located;
import dev.foster.document.Rule;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Sequence;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.process.ChildSpec;
import dev.foster.settings.RestartSection;
import dev.foster.supervise.report.Topic;
import dev.foster.supervise.spec.Limit;

import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** {@code notify}: who is told what happens. */
final class HookSection {
    private static final int MOST = 100;
    private static final int MOST_RETRIES = 20;
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Target NOBODY = new Target.Command(ChildSpec.of(RunSection.NONE));

    private static final HookSpec USUAL =
            new HookSpec(
                    "hook",
                    NOBODY,
                    Set.of(
                            Topic.CRASH,
                            Topic.GAVE_UP,
                            Topic.RECOVERED,
                            Topic.OVER_LIMIT,
                            Topic.UNHEALTHY),
                    Optional.empty(),
                    Duration.ofSeconds(10),
                    4,
                    new Limit(10, Duration.ofMinutes(1)));

    /**
     * A hook, before it is known which processes there are.
     *
     * @param about the names and patterns of those it is told about; all when absent
     */
    record Hook(HookSpec spec, Optional<List<Located<String>>> about) {

        Hook spec(HookSpec wanted) {
            return new Hook(wanted, about);
        }

        Hook about(List<Located<String>> wanted) {
            return new Hook(spec, Optional.of(wanted));
        }

        HookSpec resolved(NamePatterns names, Context context) {
            HookSpec known = about.map(names::matching).map(spec::processes).orElse(spec);
            return spec.target() instanceof Target.Command(ChildSpec child)
                    ? known.target(
                            new Target.Command(
                                    child.directory(context.directory())
                                            .environment(
                                                    Variables.USUAL.environment(
                                                            spec.name(), context))))
                    : known;
        }
    }

    private static final Type<Set<Topic>> TOPICS =
            Types.oneOrMore(Types.choice(topics()).called("topic", "Something a hook can be told."))
                    .as(HookSection::together, HookSection::apart);

    private static final Section<HookSpec> WHOM =
            Section.of("", "", "", USUAL)
                    .field(
                            "name",
                            NameRules.type("hook"),
                            HookSpec::name,
                            HookSpec::name,
                            says("What it is called, in `foster notify` and in figures.")
                                    .usually("hook-1, hook-2 and so on"))
                    .optional(
                            "webhook",
                            WebAddress.type("https://example.org/hooks/foster"),
                            it -> webhook(it).map(Target.Webhook::address),
                            HookSection::webhook,
                            says("Where a message is posted, as JSON. Of the address only the"
                                            + " host is ever shown.")
                                    .example("https://example.org/hooks/foster"))
                    .optional(
                            "command",
                            Types.COMMAND.shownAs(Target.Command::shown),
                            HookSection::command,
                            HookSection::command,
                            says("What is run, as for a process: the message is on its standard"
                                            + " input, and FOSTER_EVENT, FOSTER_PROCESS,"
                                            + " FOSTER_TEXT and others are in its environment.")
                                    .example(List.of("notify-send", "Foster")))
                    .field(
                            "on",
                            TOPICS,
                            HookSpec::on,
                            HookSpec::on,
                            says(
                                    "What it is told: `crash` (a run ended by itself and not well,"
                                        + " or could not begin), `gave-up` (it is restarted no"
                                        + " more), `recovered` (ready again), `over-limit`,"
                                        + " `unhealthy` (also: not ready in time, or does not go),"
                                        + " `started`, `stopped` (or completed), or `all`."));

    private static final Section<HookSpec> HOW =
            Section.of("", "", "", USUAL)
                    .optional(
                            "secret",
                            Types.CONTENT,
                            it -> webhook(it).flatMap(Target.Webhook::secret),
                            (it, secret) -> webhook(it, hook -> hook.secret(secret)),
                            says("With it each message is signed, in the header"
                                            + " `Foster-Signature`; never shown.")
                                    .example("${HOOK_SECRET}")
                                    .hidden())
                    .optional(
                            "headers",
                            WebAddress.HEADERS,
                            it -> webhook(it).map(Target.Webhook::headers),
                            (it, headers) -> webhook(it, hook -> hook.headers(headers)),
                            says("Headers to send with each message; never shown.")
                                    .example(Map.of("Authorization", "Bearer ${HOOK_TOKEN}"))
                                    .hidden())
                    .field(
                            "timeout",
                            Types.SPAN.checked(HookSection::bearable, it -> it),
                            HookSpec::timeout,
                            HookSpec::timeout,
                            says("How long one attempt may take; at most ten minutes."))
                    .field(
                            "retries",
                            Types.whole(0, MOST_RETRIES),
                            HookSpec::retries,
                            HookSpec::retries,
                            says("How often it is tried again, after 1 s, 2 s, 4 s and so on,"
                                            + " when a server fails or cannot be reached, or a"
                                            + " command fails.")
                                    .usually("4, and 0 for a command"))
                    .field(
                            "rate",
                            RestartSection.RATE,
                            HookSpec::rate,
                            HookSpec::rate,
                            says(
                                    "How many messages about one process it gets in which time;"
                                            + " those beyond it are summed up in one."));

    /** All of a hook but whom it is about, which is known later. */
    static final Section<HookSpec> SPEC = WHOM.part(HOW, it -> it, (_, changed) -> changed);

    private static final Section<Hook> HOOK =
            Section.of(
                            "hook",
                            "A hook",
                            "One entry below `notify`: a webhook or a command.",
                            new Hook(USUAL, Optional.empty()))
                    .part(WHOM, Hook::spec, Hook::spec)
                    .optional(
                            "processes",
                            Types.oneOrMore(Types.CONTENT.located()),
                            Hook::about,
                            Hook::about,
                            says("About which processes: names, groups, or patterns with `*` and"
                                            + " `?`.")
                                    .usually("all of them")
                                    .example(List.of("web", "worker*")))
                    .part(HOW, Hook::spec, Hook::spec)
                    .rule(
                            Rule.of(
                                    HookSection::checkTarget,
                                    "oneOf",
                                    List.of(
                                            Map.of("required", List.of("webhook")),
                                            Map.of("required", List.of("command"))),
                                    "dependentRequired",
                                    Definitions.shape(
                                            "secret",
                                            List.of("webhook"),
                                            "headers",
                                            List.of("webhook"))))
                    .rule(HookSection::checkRate);

    static final Type<List<Hook>> HOOKS =
            Type.of(
                    HookSection::read,
                    hooks -> hooks.stream().map(HOOK.type()::write).toList(),
                    in ->
                            Definitions.shape(
                                    "type",
                                    "array",
                                    "maxItems",
                                    MOST,
                                    "items",
                                    HOOK.reference(in)));

    private HookSection() {}

    private static Map<String, Set<Topic>> topics() {
        var meanings = new LinkedHashMap<String, Set<Topic>>();
        for (Topic topic : Topic.values()) {
            meanings.put(topic.word(), Set.of(topic));
        }
        meanings.put("all", EnumSet.allOf(Topic.class));
        return meanings;
    }

    private static Set<Topic> together(List<Set<Topic>> each) {
        var all = EnumSet.noneOf(Topic.class);
        each.forEach(all::addAll);
        return all;
    }

    private static List<Set<Topic>> apart(Set<Topic> topics) {
        return topics.size() == Topic.values().length
                ? List.of(topics)
                : topics.stream().sorted().map(Set::of).toList();
    }

    private static Optional<Target.Webhook> webhook(HookSpec hook) {
        return hook.target() instanceof Target.Webhook it ? Optional.of(it) : Optional.empty();
    }

    private static HookSpec webhook(HookSpec hook, URI address) {
        return hook.target(new Target.Webhook(address, Optional.empty(), Map.of()));
    }

    private static HookSpec webhook(HookSpec hook, UnaryOperator<Target.Webhook> change) {
        return webhook(hook).map(it -> hook.target(change.apply(it))).orElse(hook);
    }

    private static Optional<List<String>> command(HookSpec hook) {
        return hook.target() instanceof Target.Command(ChildSpec child)
                        && !hook.target().equals(NOBODY)
                ? Optional.of(child.command())
                : Optional.empty();
    }

    private static HookSpec command(HookSpec hook, List<String> command) {
        return hook.target(new Target.Command(ChildSpec.of(command))).retries(0);
    }

    private static Optional<List<Hook>> read(Value value, Where where) {
        if (!(value instanceof Sequence list)) {
            return where.expected(value, "a list of hooks", "[{webhook: https://example.org}]");
        }
        if (list.items().size() > MOST) {
            return where.refuse(value, "it has more than " + MOST, "remove some");
        }
        var found = new LinkedHashMap<String, Hook>();
        for (int i = 0; i < list.items().size(); i++) {
            var usual = new Hook(USUAL.name("hook-" + (i + 1)), Optional.empty());
            Value item = list.items().get(i);
            Where at = where.at(i);
            HOOK.type()
                    .read(item, at, Optional.of(usual))
                    .ifPresent(hook -> add(hook, item, at, found));
        }
        return Optional.of(List.copyOf(found.values()));
    }

    private static void add(Hook hook, Value item, Where where, Map<String, Hook> found) {
        String name = hook.spec().name();
        if (found.putIfAbsent(name, hook) != null) {
            where.in("name")
                    .refuse(
                            item instanceof Mapping mapping
                                    ? mapping.placeOf("name")
                                    : item.place(),
                            "another hook is called " + Words.quote(name),
                            "give each its own");
        }
    }

    private static void checkTarget(Mapping mapping, Where where, Hook found) {
        boolean web = mapping.has("webhook");
        if (web == mapping.has("command")) {
            where.refuse(
                    mapping,
                    web
                            ? "it has a webhook and a command"
                            : "it has neither a webhook nor a command",
                    "give one of them");
            return;
        }
        for (String key : List.of("secret", "headers")) {
            if (mapping.has(key) && !web) {
                where.in(key).refuse(mapping.placeOf(key), "only a webhook has such", "remove it");
            }
        }
    }

    private static void checkRate(Mapping mapping, Where where, Hook found) {
        if (found.spec().rate().count() < 1) {
            where.in("rate")
                    .refuse(
                            mapping.placeOf("rate"),
                            "none at all is too few",
                            "write it like 10 in 1m");
        }
    }

    private static Optional<Duration> bearable(Duration timeout, Value value, Where where) {
        return timeout.compareTo(LONGEST) > 0
                ? where.refuse(value, "it is longer than ten minutes", "write it like 10s")
                : Optional.of(timeout);
    }
}
