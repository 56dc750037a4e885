package dev.foster.daemon.config;

import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Words;
import dev.foster.process.ChildSpec;
import dev.foster.settings.RestartSection;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads {@code mcp}: the MCP servers of a project, by name. */
final class McpReader {
    private static final int MOST = 1000;
    private static final int MOST_WARM = 100;
    private static final int MOST_CHILDREN = 100_000;
    private static final int LONGEST_MESSAGE = 1_000_000_000;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** What the children of an aggregate are like is said where they are. */
    private static final List<String> OF_COMMANDS =
            List.of("working_dir", "environment", "env_file", "inherit", "stop", "max_message");

    private static final RestartPolicy USUAL =
            RestartPolicy.defaults()
                    .backoff(
                            new Backoff.Growing(
                                    Duration.ofMillis(200), 2, Duration.ofSeconds(30), 0.25))
                    .limit(new Limit(5, Duration.ofSeconds(60)));

    static final dev.foster.document.Section<RestartPolicy> WAITS =
            RestartSection.RESTART.only(
                    "waits",
                    "Restarts of children",
                    "Below `restart` of an MCP server. A client whose child is started again keeps"
                            + " its session.",
                    USUAL,
                    List.of("backoff", "limit", "reset_after"));

    private final Context context;
    private final Scalars scalars;
    private final McpTogether together;
    private final Map<String, McpSpec> found = new LinkedHashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();

    McpReader(Context context) {
        this.context = context;
        this.scalars = context.scalars();
        this.together = new McpTogether(scalars);
    }

    void read(Value value) {
        Optional<Mapping> servers = scalars.mapping(value, "mcp");
        if (servers.isPresent() && servers.get().entries().size() > MOST) {
            var _ =
                    scalars.refuse(
                            value, "mcp", "it has more than " + MOST + " servers", "split it");
            return;
        }
        servers.ifPresent(it -> it.entries().forEach(this::readServer));
    }

    private void readServer(String name, Entry entry) {
        String label = "mcp." + name;
        Names.check(name, entry.key(), "server", context.faults());
        Optional<Mapping> fields = scalars.mapping(entry.value(), label);
        if (fields.isEmpty()) {
            return;
        }
        Section.MCP.only(fields.get(), label, scalars);
        Optional<McpSpec.Origin> origin = origin(name, entry, fields.get(), label);
        McpSpec spec =
                spec(
                        name,
                        fields.get(),
                        label,
                        origin.orElse(new McpSpec.Origin.Together(List.of())));
        checkToken(spec, fields.get(), label);
        found.put(name, spec);
        places.put(name, entry.key());
    }

    private McpSpec spec(String name, Mapping fields, String label, McpSpec.Origin origin) {
        return new McpSpec(
                name,
                fields.get("description").flatMap(it -> scalars.text(it, label + ".description")),
                origin,
                fields.get("share")
                        .flatMap(
                                it ->
                                        scalars.choice(
                                                it,
                                                label + ".share",
                                                words("client", false, "all", true)))
                        .orElse(false),
                fields.get("warm")
                        .flatMap(it -> scalars.whole(it, label + ".warm", 0, MOST_WARM))
                        .orElse(0),
                era(fields, label),
                fields.get("token_variable").flatMap(it -> variable(it, label + ".token_variable")),
                fields.get("tools")
                        .flatMap(it -> tools(it, label + ".tools"))
                        .orElse(new McpSpec.Tools(List.of(), List.of())),
                fields.get("restart")
                        .flatMap(
                                it ->
                                        WAITS.type()
                                                .read(
                                                        it,
                                                        context.where(label + ".restart"),
                                                        Optional.of(USUAL)))
                        .orElse(USUAL),
                times(fields, label + ".timeouts"),
                fields.get("max_message")
                        .flatMap(
                                it ->
                                        scalars.size(
                                                it, label + ".max_message", 1000, LONGEST_MESSAGE))
                        .map(Math::toIntExact),
                fields.get("cache").flatMap(it -> cache(it, label + ".cache")),
                fields.get("children")
                        .flatMap(it -> scalars.whole(it, label + ".children", 1, MOST_CHILDREN)));
    }

    private static <T> Map<String, T> words(String one, T first, String other, T second) {
        var words = new LinkedHashMap<String, T>();
        words.put(one, first);
        words.put(other, second);
        return words;
    }

    private Optional<Boolean> era(Mapping fields, String label) {
        var eras = new TreeMap<String, Optional<Boolean>>();
        eras.put("auto", Optional.empty());
        eras.put("legacy", Optional.of(false));
        eras.put("modern", Optional.of(true));
        return fields.get("era")
                .flatMap(it -> scalars.choice(it, label + ".era", eras))
                .orElse(Optional.empty());
    }

    private Optional<McpSpec.Origin> origin(
            String name, Entry entry, Mapping fields, String label) {
        if (fields.has("command") == fields.has("servers")) {
            return scalars.refuse(
                    fields.has("command") ? fields.placeOf("servers") : entry.key(),
                    label,
                    fields.has("command")
                            ? "it has a command and servers"
                            : "it has neither a command nor servers",
                    "give one of them, such as command: [node, server.js]");
        }
        if (fields.has("servers")) {
            for (String key : OF_COMMANDS) {
                if (fields.has(key)) {
                    var _ =
                            scalars.refuse(
                                    fields.placeOf(key),
                                    label + "." + key,
                                    "a server that puts others together has no command",
                                    "write it where the command is");
                }
            }
            return together.read(name, fields, label).map(McpSpec.Origin.Together::new);
        }
        return fields.get("command")
                .flatMap(it -> Commands.read(it, label + ".command", scalars))
                .map(command -> child(name, command, fields, label))
                .map(McpSpec.Origin.Command::new);
    }

    private ChildSpec child(String name, List<String> command, Mapping fields, String label) {
        var plain = ChildSpec.of(command).directory(context.directory());
        var run = new RunSection.Run(plain, Variables.USUAL, LimitRule.defaults());
        run = RunSection.SURROUNDINGS.bind(fields, context.where(label), run);
        run = RunSection.STOP.bind(fields, context.where(label), run);
        return run.child().environment(run.variables().environment(name, context));
    }

    private Optional<String> variable(Value value, String label) {
        Optional<String> name = scalars.content(value, label);
        return name.isEmpty() || VARIABLE.matcher(name.get()).matches()
                ? name
                : scalars.refuse(
                        value,
                        label,
                        Words.quote(name.get()) + " cannot be the name of a variable",
                        "use letters, digits and _");
    }

    private Optional<McpSpec.Tools> tools(Value value, String label) {
        Optional<Mapping> fields = scalars.mapping(value, label);
        fields.ifPresent(it -> Section.TOOLS.only(it, label, scalars));
        return fields.map(
                it ->
                        new McpSpec.Tools(
                                texts(it, "allow", label + ".allow"),
                                texts(it, "deny", label + ".deny")));
    }

    private List<String> texts(Mapping fields, String key, String label) {
        return fields.get(key).map(it -> scalars.texts(it, label)).orElse(List.of());
    }

    private McpSpec.Times times(Mapping server, String label) {
        Optional<Mapping> fields = server.get("timeouts").flatMap(it -> scalars.mapping(it, label));
        fields.ifPresent(it -> Section.TIMEOUTS.only(it, label, scalars));
        return new McpSpec.Times(
                span(fields, "start", label),
                span(fields, "request", label),
                span(fields, "idle", label),
                span(fields, "answer", label));
    }

    private Optional<Duration> span(Optional<Mapping> fields, String key, String label) {
        return fields.flatMap(it -> it.get(key)).flatMap(it -> scalars.span(it, label + "." + key));
    }

    private Optional<McpSpec.Cache> cache(Value value, String label) {
        Optional<Mapping> fields = scalars.mapping(value, label);
        fields.ifPresent(it -> Section.CACHE.only(it, label, scalars));
        return fields.map(
                it ->
                        new McpSpec.Cache(
                                it.get("ttl")
                                        .flatMap(ttl -> scalars.duration(ttl, label + ".ttl"))
                                        .orElse(Duration.ZERO),
                                it.get("scope")
                                        .flatMap(
                                                scope ->
                                                        scalars.choice(
                                                                scope,
                                                                label + ".scope",
                                                                words(
                                                                        "private", false, "public",
                                                                        true)))
                                        .orElse(false)));
    }

    /** A token of one client must not reach a child that serves others. */
    private void checkToken(McpSpec spec, Mapping fields, String label) {
        if (spec.tokenVariable().isPresent() && (spec.shared() || spec.warm() > 0)) {
            var _ =
                    scalars.refuse(
                            fields.placeOf("token_variable"),
                            label + ".token_variable",
                            spec.shared()
                                    ? "all clients share a child, which cannot have the token of"
                                            + " each"
                                    : "children that wait for clients are started before a token"
                                            + " is known",
                            spec.shared() ? "remove share: all, or it" : "remove warm, or it");
        }
    }

    /** What was read, once it is known who else there is, by name and what it is. */
    Map<String, McpSpec> resolved(Map<String, String> others) {
        places.forEach(
                (name, place) -> {
                    String other = others.get(name);
                    if (other != null) {
                        context.faults()
                                .add(
                                        place,
                                        "cannot name a server "
                                                + Words.quote(name)
                                                + ": a "
                                                + other
                                                + " is called so; rename one of them");
                    }
                });
        together.check(found);
        return found;
    }
}
