package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;
import static dev.foster.document.Type.later;

import dev.foster.document.Definitions;
import dev.foster.document.Located;
import dev.foster.document.Plain;
import dev.foster.document.Rule;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All of a project file. What is laid over something else is read when that is known, and a section
 * that a file does not have is not even loaded.
 */
final class ProjectSection {
    private static final String EXTENSION = "x-";

    /** One of these makes a project of a file. */
    private static final List<String> NEEDED =
            List.of("processes", "plugins", "plugins_dir", "bus", "mcp");

    /** What the file says, by what it is about. */
    record Contents(Optional<String> name, Runs runs, Servers servers, Reports reports) {
        private static final Contents NONE =
                new Contents(Optional.empty(), Runs.NONE, Servers.NONE, Reports.NONE);
    }

    record Runs(
            Map<String, Entry> processes,
            Map<String, GroupSection.Found> groups,
            Optional<Mapping> defaults,
            Map<String, Entry> plugins,
            Optional<Located<Path>> folder) {
        private static final Runs NONE =
                new Runs(Map.of(), Map.of(), Optional.empty(), Map.of(), Optional.empty());
    }

    record Servers(Optional<BusSpec> bus, Map<String, Entry> mcp, GatewaySpec gateway) {
        private static final Servers NONE =
                new Servers(Optional.empty(), Map.of(), GatewaySpec.usual());

        private Servers gateway(GatewaySpec wanted) {
            return new Servers(bus, mcp, wanted);
        }
    }

    record Reports(
            ScreenLayout screen,
            Optional<WebSpec> web,
            MetricsSpec metrics,
            List<HookSection.Hook> hooks) {
        private static final Reports NONE =
                new Reports(ScreenLayout.USUAL, Optional.empty(), MetricsSpec.NONE, List.of());
    }

    static final Type<Map<String, Entry>> PROCESSES =
            entries("process", StackReader.MOST, ProcessSection.PROCESS.type());

    private static final Section<Runs> RUNS =
            Section.of("", "", "", Runs.NONE)
                    .field(
                            "processes",
                            PROCESSES,
                            Runs::processes,
                            (it, all) ->
                                    new Runs(all, it.groups, it.defaults, it.plugins, it.folder),
                            says("The processes, by name.")
                                    .example(Map.of("web", Map.of("command", "./server"))))
                    .field(
                            "groups",
                            later(() -> GroupSection.GROUPS),
                            Runs::groups,
                            (it, all) ->
                                    new Runs(it.processes, all, it.defaults, it.plugins, it.folder),
                            says("Processes, or groups, that share a fate, by name.")
                                    .example(
                                            Map.of(
                                                    "backend",
                                                    Definitions.shape(
                                                            "strategy",
                                                            "rest_for_one",
                                                            "members",
                                                            List.of("database", "api")))))
                    .optional(
                            "defaults",
                            ProcessSection.DEFAULTS.unbound(),
                            Runs::defaults,
                            (it, below) ->
                                    new Runs(
                                            it.processes,
                                            it.groups,
                                            Optional.of(below),
                                            it.plugins,
                                            it.folder),
                            says("What every process says unless it says otherwise. Mappings are"
                                            + " merged with those of the process, anything else is"
                                            + " replaced.")
                                    .example(Map.of("restart", "always")))
                    .field(
                            "plugins",
                            entries(
                                    "plugin",
                                    StackReader.MOST,
                                    later(() -> PluginSection.PLUGIN.type())),
                            Runs::plugins,
                            (it, all) ->
                                    new Runs(it.processes, it.groups, it.defaults, all, it.folder),
                            says("The plugins, by the ids in their manifests.")
                                    .example(
                                            Map.of(
                                                    "dice-roller",
                                                    Definitions.shape(
                                                            "path",
                                                            "extras/dice-roller",
                                                            "config",
                                                            Map.of("max_dice", 20)))))
                    .optional(
                            "plugins_dir",
                            Types.PATH.located(),
                            Runs::folder,
                            (it, folder) ->
                                    new Runs(
                                            it.processes,
                                            it.groups,
                                            it.defaults,
                                            it.plugins,
                                            Optional.of(folder)),
                            says("A folder of plugins: every folder in it that does not begin"
                                            + " with a dot is one, and belongs to the project."
                                            + " What stands below `plugins` is put over their"
                                            + " manifests.")
                                    .usually("none; `foster plugin install` uses plugins then")
                                    .example("plugins"));

    private static final Section<Servers> SERVERS =
            Section.of("", "", "", Servers.NONE)
                    .optional(
                            "bus",
                            later(() -> BusSection.BUS),
                            Servers::bus,
                            (it, bus) -> new Servers(Optional.of(bus), it.mcp, it.gateway),
                            says("The bus for plugins that talk NATS: `embedded`, one in the"
                                            + " daemon itself; the address of a NATS server; or a"
                                            + " mapping. Without it there is an embedded one when"
                                            + " a plugin needs it.")
                                    .usually("embedded")
                                    .example("nats://127.0.0.1:4222"))
                    .field(
                            "mcp",
                            entries(
                                    "server",
                                    McpReader.MOST,
                                    later(() -> McpSection.SERVER.type())),
                            Servers::mcp,
                            (it, all) -> new Servers(it.bus, all, it.gateway),
                            says("The MCP servers, by name: programs that speak MCP on standard"
                                            + " input and output. Clients find each at `/mcp/NAME`"
                                            + " of the gateway; children are started when clients"
                                            + " come.")
                                    .example(
                                            Map.of(
                                                    "files",
                                                    Map.of(
                                                            "command",
                                                            List.of("node", "server.js")))))
                    .field(
                            ProjectReader.GATEWAY,
                            later(() -> GatewaySection.GATEWAY.type()),
                            Servers::gateway,
                            Servers::gateway,
                            says("How the MCP servers are offered.")
                                    .example(
                                            Definitions.shape(
                                                    "listen", "127.0.0.1:8808", "auth", "token")))
                    .optional(
                            ProjectReader.OLD_GATEWAY,
                            later(
                                    () ->
                                            GatewaySection.GATEWAY
                                                    .type()
                                                    .described("deprecated", true)),
                            _ -> Optional.empty(),
                            Servers::gateway,
                            says(
                                    "What `mcp_gateway` was called before. It still means the same,"
                                            + " with a notice; both at once are refused."));

    private static final Section<Reports> REPORTS =
            Section.of("", "", "", Reports.NONE)
                    .field(
                            "screen",
                            later(() -> ScreenSection.SCREEN.type()),
                            Reports::screen,
                            (it, screen) -> new Reports(screen, it.web, it.metrics, it.hooks),
                            says("What `foster up` and `foster attach` show on a terminal.")
                                    .example(Map.of("panels", List.of("web", "worker"))))
                    .field(
                            "web",
                            later(() -> WebSection.SERVED),
                            Reports::web,
                            (it, web) -> new Reports(it.screen, web, it.metrics, it.hooks),
                            says("The dashboard: true, or how it is served. Without this,"
                                            + " `foster web` opens it when somebody wants it.")
                                    .example(true, Map.of("listen", "127.0.0.1:7433")))
                    .field(
                            "metrics",
                            later(() -> MetricsSection.METRICS),
                            Reports::metrics,
                            (it, metrics) -> new Reports(it.screen, it.web, metrics, it.hooks),
                            says("Where the figures of the project go by themselves. Without this"
                                            + " they are at `/metrics` of the API, and cost nothing"
                                            + " until somebody asks.")
                                    .example(
                                            Map.of("listen", "127.0.0.1:9433"),
                                            Definitions.shape(
                                                    "otlp",
                                                    "http://127.0.0.1:4318",
                                                    "period",
                                                    "30s")))
                    .field(
                            "notify",
                            later(() -> HookSection.HOOKS),
                            Reports::hooks,
                            (it, hooks) -> new Reports(it.screen, it.web, it.metrics, hooks),
                            says("Who is told what happens: a list of webhooks and commands.")
                                    .example(
                                            List.of(
                                                    Definitions.shape(
                                                            "webhook",
                                                            "https://example.org/hooks/foster",
                                                            "secret",
                                                            "${HOOK_SECRET}",
                                                            "on",
                                                            List.of(
                                                                    "crash",
                                                                    "gave-up",
                                                                    "recovered")))));

    static final Section<Contents> PROJECT =
            Section.of(
                            "",
                            "foster.yaml",
                            "What Foster runs in a project, and how. JSON is read as well. Keys"
                                    + " that begin with x- are ignored: a place for YAML anchors.",
                            Contents.NONE)
                    .optional(
                            "name",
                            NameRules.type("project"),
                            Contents::name,
                            (it, name) ->
                                    new Contents(
                                            Optional.of(name), it.runs, it.servers, it.reports),
                            says("What the project is called.")
                                    .usually("the name of its directory")
                                    .example("shop"))
                    .part(
                            RUNS,
                            Contents::runs,
                            (it, runs) -> new Contents(it.name, runs, it.servers, it.reports))
                    .part(
                            SERVERS,
                            Contents::servers,
                            (it, servers) -> new Contents(it.name, it.runs, servers, it.reports))
                    .part(
                            REPORTS,
                            Contents::reports,
                            (it, reports) -> new Contents(it.name, it.runs, it.servers, reports))
                    .rule(
                            Rule.of(
                                    ProjectSection::checkNeeded,
                                    "patternProperties",
                                    Map.of("^" + EXTENSION, Map.of()),
                                    "not",
                                    Map.of(
                                            "required",
                                            List.of(
                                                    ProjectReader.GATEWAY,
                                                    ProjectReader.OLD_GATEWAY)),
                                    "anyOf",
                                    NEEDED.stream()
                                            .map(key -> Map.of("required", List.of(key)))
                                            .toList()));

    private ProjectSection() {}

    /** What stands below names, as it stands there. */
    private static Type<Map<String, Entry>> entries(String what, int most, Type<?> each) {
        return NameRules.named(
                what,
                most,
                each,
                (_, entry, _) -> Optional.of(entry),
                entry -> Plain.of(entry.value()));
    }

    static Contents read(Mapping top, Where where) {
        var known = new LinkedHashMap<>(top.entries());
        known.keySet().removeIf(key -> key.startsWith(EXTENSION));
        PROJECT.checkKeys(new Mapping(top.place(), known), where);
        return PROJECT.bind(top, where, PROJECT.usual());
    }

    private static void checkNeeded(Mapping mapping, Where where, Contents found) {
        if (NEEDED.stream().noneMatch(mapping::has)) {
            where.scalars()
                    .faults()
                    .add(
                            mapping.place(),
                            "cannot read this as a project: it names no process; add one, such as"
                                    + " processes: {web: {command: ./server}}");
        }
    }
}
