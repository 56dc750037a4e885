package dev.foster.daemon.config;

import dev.foster.control.ScreenView;
import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Type;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.plugin.PluginSpec;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.StopOrder;
import dev.foster.supervise.spec.Strategy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the tree of a project file, all of it, into processes and groups. */
final class StackReader {
    // Beyond what one machine runs; the checks between names are not made for more.
    static final int MOST = 10_000;

    private final Context context;
    private final Scalars scalars;
    private final Links links = new Links();
    private final List<ProcessSpec> processes = new ArrayList<>();
    private final List<GroupSpec> groups = new ArrayList<>();
    private final Map<String, ProcessSettings> settings = new LinkedHashMap<>();
    private final Map<Path, String> logFiles = new HashMap<>();
    private final Map<String, PluginSpec> plugins = new LinkedHashMap<>();
    private final List<Path> manifests = new ArrayList<>();

    StackReader(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    Project read(Mapping top, List<Path> files) {
        Section.PROJECT.only(top, "", scalars);
        String name = projectName(top);
        Optional<BusSpec> bus = read(top, "bus", BusSection.BUS);
        readProcesses(top);
        if (top.has("plugins") || top.has("plugins_dir")) {
            new PluginReader(context).read(top).forEach(this::add);
        }
        read(top, "groups", GroupSection.GROUPS).orElse(Map.of()).values().forEach(this::add);
        Screen screen = read(top, "screen", ScreenSection.SCREEN.type()).orElse(Screen.USUAL);
        var mcp = new McpReader(context);
        top.get("mcp").ifPresent(mcp::read);
        GatewaySpec gateway =
                read(top, "mcp_gateway", GatewaySection.GATEWAY.type()).orElse(GatewaySpec.usual());
        MetricsSpec metrics = read(top, "metrics", MetricsSection.METRICS).orElse(MetricsSpec.NONE);
        List<HookSection.Hook> hooks = read(top, "notify", HookSection.HOOKS).orElse(List.of());
        Optional<WebSpec> web = read(top, "web", WebSection.SERVED).orElse(Optional.empty());
        // Names are compared only when all of them are known.
        context.faults().raise();
        var stack = new StackSpec(processes, groups);
        List<String> known =
                Stream.concat(
                                processes.stream().map(ProcessSpec::name),
                                groups.stream().map(GroupSpec::name))
                        .toList();
        stack.problems().forEach(problem -> links.tell(problem, known, context.faults()));
        context.faults().raise();
        ScreenView shown = screen.resolved(stack, plugins.keySet());
        Map<String, McpSpec> servers = mcp.resolved(taken());
        var names = new NamePatterns(stack);
        List<HookSpec> told = hooks.stream().map(it -> it.resolved(names, context)).toList();
        context.faults().raise();
        return new Project(
                name,
                context.directory(),
                Stream.concat(files.stream(), manifests.stream()).toList(),
                stack,
                settings,
                plugins,
                bus.or(this::neededBus),
                shown,
                servers,
                gateway,
                web,
                metrics,
                told,
                context.notices().all());
    }

    private <T> Optional<T> read(Mapping top, String key, Type<T> type) {
        return top.get(key).flatMap(it -> type.read(it, context.where(key), Optional.empty()));
    }

    /** What each name is that nobody else can have. */
    private Map<String, String> taken() {
        var taken = new HashMap<String, String>();
        groups.forEach(group -> taken.put(group.name(), "group"));
        processes.forEach(process -> taken.put(process.name(), "process"));
        plugins.keySet().forEach(plugin -> taken.put(plugin, "plugin"));
        return taken;
    }

    /** Plugins that talk NATS need a bus, even if nobody named one. */
    private Optional<BusSpec> neededBus() {
        // Looked at one by one: a project without plugins loads nothing that speaks with them.
        for (PluginSpec plugin : plugins.values()) {
            if (plugin.messages()) {
                return Optional.of(BusSpec.embedded());
            }
        }
        return Optional.empty();
    }

    private String projectName(Mapping top) {
        Optional<Value> given = top.get("name");
        given.flatMap(it -> scalars.text(it, "name"))
                .ifPresent(
                        it ->
                                Names.check(
                                        it,
                                        given.orElseThrow().place(),
                                        "project",
                                        context.faults()));
        Path last = context.directory().getFileName();
        return given.flatMap(Scalars::written)
                .orElseGet(() -> Names.tamed(last == null ? "" : last.toString()));
    }

    private void readProcesses(Mapping top) {
        Optional<Mapping> defaults =
                top.get("defaults").flatMap(it -> scalars.mapping(it, "defaults"));
        defaults.ifPresent(it -> ProcessSection.DEFAULTS.checkKeys(it, context.where("defaults")));
        Optional<Value> named = top.get("processes");
        if (named.isEmpty()) {
            if (Stream.of("plugins", "plugins_dir", "bus", "mcp").noneMatch(top::has)) {
                context.faults()
                        .add(
                                top.place(),
                                "cannot read this as a project: it names no process; add one, such"
                                        + " as processes: {web: {command: ./server}}");
            }
            return;
        }
        Optional<Mapping> mapping =
                scalars.mapping(named.get(), "processes")
                        .filter(it -> fits(it, "processes", top.placeOf("processes")));
        var reader = new ProcessReader(context, defaults);
        mapping.ifPresent(
                it ->
                        it.entries()
                                .forEach(
                                        (name, entry) ->
                                                reader.read(name, entry)
                                                        .ifPresent(found -> add(found, entry))));
    }

    private boolean fits(Mapping mapping, String what, Place place) {
        int count = mapping.entries().size();
        if (count > MOST) {
            context.faults()
                    .add(
                            place,
                            "cannot supervise "
                                    + count
                                    + " "
                                    + what
                                    + ": a project has at most "
                                    + MOST
                                    + "; split it");
        }
        return count <= MOST;
    }

    private void add(ProcessReader.Found found, Entry entry) {
        if (processes.size() + found.copies().size() > MOST) {
            context.faults()
                    .add(
                            entry.key(),
                            "cannot supervise "
                                    + found.name()
                                    + " as well: a project has at most "
                                    + MOST
                                    + " processes; split it");
            return;
        }
        found.copies().forEach(copy -> add(found, copy, entry));
        if (found.copies().size() > 1) {
            // Copies of one thing have no order among themselves.
            groups.add(
                    new GroupSpec(
                            found.name(),
                            Strategy.ONE_FOR_ONE,
                            Optional.empty(),
                            StopOrder.TOGETHER,
                            found.copies().stream().map(copy -> copy.spec().name()).toList()));
            links.name(found.name(), entry.key());
        }
    }

    private void add(ProcessReader.Found found, ProcessSettings copy, Entry entry) {
        String name = copy.spec().name();
        processes.add(copy.spec());
        settings.put(name, copy);
        links.name(name, entry.key());
        found.links().forEach((on, place) -> links.link(name, on, place));
        copy.log()
                .file()
                .map(file -> logFiles.putIfAbsent(file, name))
                .filter(other -> !other.equals(name))
                .ifPresent(
                        other ->
                                context.faults()
                                        .add(
                                                entry.key(),
                                                "cannot write the output of "
                                                        + name
                                                        + " and "
                                                        + other
                                                        + " to one file: their lines would mix;"
                                                        + " give each its own output.file"));
    }

    private void add(PluginReader.Found found) {
        String name = found.process().name();
        processes.add(found.process());
        plugins.put(name, found.plugin());
        manifests.add(found.manifest());
        var plain = ProcessSettings.of(found.process()).signs(found.signs());
        settings.put(name, found.description().map(plain::description).orElse(plain));
        links.name(name, found.place());
        found.links().forEach((on, place) -> links.link(name, on, place));
    }

    private void add(GroupSection.Found group) {
        String name = group.spec().name();
        groups.add(group.spec());
        links.name(name, group.place());
        group.links().forEach((member, place) -> links.link(name, member, place));
    }
}
