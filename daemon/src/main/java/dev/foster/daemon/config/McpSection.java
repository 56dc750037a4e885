package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.Definitions;
import dev.foster.document.Rule;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.process.ChildSpec;
import dev.foster.settings.RestartSection;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.spec.CacheHint;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ServerSpec.Sharing;
import dev.foster.stdio.spec.Times;
import dev.foster.stdio.spec.ToolChoice;
import dev.foster.supervise.spec.RestartPolicy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One entry below {@code mcp}. */
final class McpSection {
    private static final int MOST_WARM = 100;
    private static final int MOST_CHILDREN = 100_000;
    private static final int LONGEST_MESSAGE = 1_000_000_000;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final McpSpec ANY = McpSpec.of("any", ChildSpec.of(RunSection.NONE));

    private static final Type<String> VARIABLE_NAME =
            Type.of(
                    (value, where) -> {
                        Optional<String> name = where.scalars().content(value, where.label());
                        return name.isEmpty() || VARIABLE.matcher(name.get()).matches()
                                ? name
                                : where.refuse(
                                        value,
                                        Words.quote(name.get())
                                                + " cannot be the name of a variable",
                                        "use letters, digits and _");
                    },
                    name -> name,
                    in -> in.text("^" + VARIABLE + "$"));

    private static final Section<ToolChoice> TOOLS =
            Section.of(
                            "tools",
                            "Tools",
                            "Below `tools` of an MCP server: names, in which `*` stands for"
                                    + " anything.",
                            ToolChoice.all())
                    .field(
                            "allow",
                            Types.TEXTS,
                            ToolChoice::allowed,
                            (it, names) -> new ToolChoice(names, it.denied()),
                            says("Those that are offered.")
                                    .usually("all")
                                    .example(List.of("read_*", "list")))
                    .field(
                            "deny",
                            Types.TEXTS,
                            ToolChoice::denied,
                            (it, names) -> new ToolChoice(it.allowed(), names),
                            says("Those that are not, even when they are allowed.")
                                    .usually("none")
                                    .example(List.of("*_secret")));

    private static final Section<RestartPolicy> WAITS =
            RestartSection.RESTART.only(
                    "waits",
                    "Restarts of children",
                    "Below `restart` of an MCP server. A client whose child is started again keeps"
                            + " its session.",
                    ANY.server().restart(),
                    List.of("backoff", "limit", "reset_after"));

    private static final Section<Times> TIMEOUTS =
            Section.of(
                            "timeouts",
                            "Timeouts",
                            "Below `timeouts` of an MCP server.",
                            Times.defaults())
                    .field(
                            "start",
                            Types.SPAN,
                            Times::start,
                            Times::start,
                            says("Until a child has answered the greeting."))
                    .field(
                            "request",
                            Types.SPAN,
                            Times::request,
                            Times::request,
                            says("Until a request is answered; a sign of progress begins it anew."))
                    .field(
                            "idle",
                            Types.SPAN,
                            Times::idle,
                            Times::idle,
                            says(
                                    "How long the child of a client without a session is kept when"
                                            + " it asks for nothing."))
                    .field(
                            "answer",
                            Types.SPAN,
                            Times::held,
                            Times::held,
                            says(
                                    "How long a call waits for the client to answer a question of"
                                            + " the server."));

    private static final Section<CacheHint> CACHE =
            Section.of("cache", "Cache", "Below `cache` of an MCP server.", CacheHint.none())
                    .field(
                            "ttl",
                            Types.DURATION,
                            CacheHint::time,
                            (it, time) -> new CacheHint(time, it.shared()),
                            says("How long lists may be kept.").example("5m"))
                    .field(
                            "scope",
                            Types.choice("private", false, "public", true),
                            CacheHint::shared,
                            (it, shared) -> new CacheHint(it.time(), shared),
                            says(
                                    "Whether caches between client and gateway may give them to"
                                            + " others: `public`, or only to the same client:"
                                            + " `private`."));

    /** How it is offered. */
    private static final Section<ServerSpec> OFFER =
            Section.of("", "", "", ANY.server())
                    .field(
                            "share",
                            Types.choice("client", Sharing.PER_CLIENT, "all", Sharing.SHARED),
                            ServerSpec::sharing,
                            ServerSpec::sharing,
                            says(
                                    "Who shares a child: each `client` has its own, or `all`"
                                            + " clients have one."))
                    .field(
                            "warm",
                            Types.whole(0, MOST_WARM),
                            ServerSpec::warm,
                            ServerSpec::warm,
                            says("How many children wait, started, for clients to come."))
                    .field(
                            "era",
                            Types.choice(eras()),
                            ServerSpec::era,
                            (it, era) -> era.map(it::era).orElse(it),
                            says(
                                    "What it speaks: `legacy` MCP (up to 2025-11-25), `modern` MCP"
                                            + " (from 2026-07-28), or `auto`: it is asked. Clients"
                                            + " of both kinds can use it."))
                    .optional(
                            "token_variable",
                            VARIABLE_NAME,
                            ServerSpec::tokenVariable,
                            ServerSpec::tokenVariable,
                            says("The variable in which a child finds the token of its client. Not"
                                            + " with `share: all` or `warm`.")
                                    .example("API_TOKEN"))
                    .field(
                            "tools",
                            TOOLS.type(),
                            ServerSpec::tools,
                            ServerSpec::tools,
                            says("Which of its tools clients see and may call.")
                                    .usually("all of them"))
                    .field(
                            "restart",
                            WAITS.type(),
                            ServerSpec::restart,
                            ServerSpec::restart,
                            says("When a child that ended by itself is started again."))
                    .field(
                            "timeouts",
                            TIMEOUTS.type(),
                            ServerSpec::times,
                            ServerSpec::times,
                            says("How long things may take.").example(Map.of("request", "10m")))
                    .field(
                            "max_message",
                            Types.size(1000, LONGEST_MESSAGE)
                                    .as(Math::toIntExact, Integer::longValue),
                            it -> it.limits().messageBytes(),
                            (it, bytes) -> it.limits(it.limits().messageBytes(bytes)),
                            says("How long a message may be, to a child or from it; from 1KB to"
                                            + " 1GB.")
                                    .example("4MB"))
                    .field(
                            "cache",
                            CACHE.type(),
                            ServerSpec::hint,
                            ServerSpec::hint,
                            says("What modern clients are told about keeping lists, unless the"
                                            + " server says it.")
                                    .usually("not to keep them"))
                    .field(
                            "children",
                            Types.whole(1, MOST_CHILDREN),
                            ServerSpec::children,
                            ServerSpec::children,
                            says("How many children there may be at once."));

    /** What the children of an aggregate are like is said where they are. */
    private static final List<String> OF_COMMANDS =
            Stream.of(
                            RunSection.SURROUNDINGS.keys(),
                            RunSection.STOP.keys(),
                            RunSection.BOUNDS.keys(),
                            List.of("max_message"))
                    .flatMap(List::stream)
                    .toList();

    static final Section<McpSpec> SERVER =
            Section.of(
                            "mcp",
                            "An MCP server",
                            "One entry below `mcp`: a command, or other servers put together. Its"
                                + " name must not be that of a process, plugin or group. What its"
                                + " children write to standard error is its log.",
                            ANY)
                    .part(RunSection.COMMAND, McpSpec::run, McpSpec::run)
                    .saying(
                            "command",
                            says("What is run for a client. A text runs through `/bin/sh -c`; a"
                                            + " list is the program and its arguments, without a"
                                            + " shell.")
                                    .example(List.of("node", "server.js")))
                    .optional(
                            "servers",
                            McpTogether.MEMBERS,
                            McpSpec::members,
                            McpSpec::members,
                            says("Instead of a command: other servers, as one. Their tools and"
                                            + " prompts get a prefix, `NAME_` for a list, another"
                                            + " one in a mapping.")
                                    .example(
                                            List.of("files", "notes"),
                                            Definitions.shape("files", "f_", "notes", "n_")))
                    .part(RunSection.SURROUNDINGS, McpSpec::run, McpSpec::run)
                    .optional(
                            "description",
                            Types.TEXT,
                            McpSpec::description,
                            McpSpec::description,
                            says("What it is for, in your own words.").example("serves the shop"))
                    .part(OFFER, McpSpec::server, McpSpec::server)
                    .part(RunSection.STOP, McpSpec::run, McpSpec::run)
                    .saying(
                            "stop",
                            says("How a child is asked to end, after its input was closed.")
                                    .example(Map.of("grace", "10s")))
                    .part(RunSection.BOUNDS, McpSpec::run, McpSpec::run)
                    .saying(
                            "limits",
                            says("What each child and its descendants may use together.")
                                    .example(Map.of("memory", "256MB")))
                    .saying(
                            "isolation",
                            says("What each child is kept from.")
                                    .example(Map.of("private_tmp", true)))
                    .rule(
                            Rule.either(
                                    "command",
                                    "a command",
                                    "servers",
                                    "servers",
                                    "give one of them, such as command: [node, server.js]"))
                    .rule(McpSection::checkTogether)
                    .rule(McpSection::checkToken);

    private McpSection() {}

    private static Map<String, Optional<Era>> eras() {
        var eras = new LinkedHashMap<String, Optional<Era>>();
        eras.put("auto", Optional.empty());
        eras.put("legacy", Optional.of(Era.LEGACY));
        eras.put("modern", Optional.of(Era.MODERN));
        return eras;
    }

    private static void checkTogether(Mapping mapping, Where where, McpSpec found) {
        if (mapping.has("servers") && !mapping.has("command")) {
            OF_COMMANDS.stream()
                    .filter(mapping::has)
                    .forEach(
                            key ->
                                    where.in(key)
                                            .refuse(
                                                    mapping.placeOf(key),
                                                    "a server that puts others together has no"
                                                            + " command",
                                                    "write it where the command is"));
        }
    }

    /** A token of one client must not reach a child that serves others. */
    private static void checkToken(Mapping mapping, Where where, McpSpec found) {
        ServerSpec server = found.server();
        boolean shared = server.sharing() == Sharing.SHARED;
        if (server.tokenVariable().isPresent() && (shared || server.warm() > 0)) {
            where.in("token_variable")
                    .refuse(
                            mapping.placeOf("token_variable"),
                            shared
                                    ? "all clients share a child, which cannot have the token of"
                                            + " each"
                                    : "children that wait for clients are started before a token"
                                            + " is known",
                            shared ? "remove share: all, or it" : "remove warm, or it");
        }
    }
}
