package dev.foster.daemon.config;

import dev.foster.control.ScreenView;
import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Sequence;
import dev.foster.plugin.PluginSpec;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.Limit;
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
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the tree of a project file, all of it, into processes and groups. */
final class StackReader {
    // Beyond what one machine runs; the checks between names are not made for more.
    private static final int MOST = 10_000;
    private static final Map<String, Strategy> STRATEGIES =
            new TreeMap<>(
                    Map.of(
                            "one_for_one", Strategy.ONE_FOR_ONE,
                            "one_for_all", Strategy.ONE_FOR_ALL,
                            "rest_for_one", Strategy.REST_FOR_ONE));

    private static final Map<String, StopOrder> STOP_ORDERS =
            new TreeMap<>(Map.of("reverse", StopOrder.REVERSE, "together", StopOrder.TOGETHER));

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
        Optional<BusSpec> bus = top.get("bus").flatMap(it -> new BusReader(context).read(it));
        readProcesses(top);
        if (top.has("plugins") || top.has("plugins_dir")) {
            new PluginReader(context).read(top).forEach(this::add);
        }
        top.get("groups").ifPresent(this::readGroups);
        var screen = new ScreenReader(context);
        top.get("screen").ifPresent(screen::read);
        var mcp = new McpReader(context);
        top.get("mcp").ifPresent(mcp::read);
        BrokerSpec broker =
                top.get("broker")
                        .map(it -> new BrokerReader(context).read(it))
                        .orElse(BrokerSpec.usual());
        MetricsSpec metrics =
                top.get("metrics")
                        .map(it -> new MetricsReader(context).read(it))
                        .orElse(MetricsSpec.NONE);
        var hooks = new HookReader(context);
        top.get("notify").ifPresent(hooks::read);
        Optional<WebSpec> web = top.get("web").flatMap(it -> new WebReader(context).read(it));
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
        List<HookSpec> told = hooks.resolved(stack);
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
                broker,
                web,
                metrics,
                told,
                context.notices().all());
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

    private void readGroups(Value value) {
        scalars.mapping(value, "groups")
                .filter(it -> fits(it, "groups", value.place()))
                .ifPresent(mapping -> mapping.entries().forEach(this::readGroup));
    }

    private void readGroup(String name, Entry entry) {
        String label = "groups." + name;
        Names.check(name, entry.key(), "group", context.faults());
        Optional<Mapping> fields = scalars.mapping(entry.value(), label);
        if (fields.isEmpty()) {
            return;
        }
        Section.GROUP.only(fields.get(), label, scalars);
        Strategy strategy =
                fields.get()
                        .get("strategy")
                        .flatMap(it -> scalars.choice(it, label + ".strategy", STRATEGIES))
                        .orElse(Strategy.ONE_FOR_ONE);
        Optional<Limit> intensity =
                fields.get()
                        .get("intensity")
                        .flatMap(it -> scalars.rate(it, label + ".intensity", Limit::new));
        StopOrder stopOrder =
                fields.get()
                        .get("stop_order")
                        .flatMap(it -> scalars.choice(it, label + ".stop_order", STOP_ORDERS))
                        .orElse(StopOrder.REVERSE);
        if (stopOrder == StopOrder.TOGETHER && strategy != Strategy.ONE_FOR_ONE) {
            var _ =
                    scalars.refuse(
                            fields.get().placeOf("stop_order"),
                            label + ".stop_order",
                            "members that start one after the other stop in reverse",
                            "leave it out, or use strategy: one_for_one");
        }
        List<String> members = members(name, entry, fields.get(), label + ".members");
        groups.add(new GroupSpec(name, strategy, intensity, stopOrder, members));
        links.name(name, entry.key());
    }

    private List<String> members(String group, Entry entry, Mapping fields, String label) {
        Optional<Value> value = fields.get("members");
        if (value.isEmpty()) {
            var _ = scalars.refuse(entry.key(), label, "it is missing", "name the members: [a, b]");
            return List.of();
        }
        if (value.get() instanceof Sequence list) {
            for (Value item : list.items()) {
                Scalars.written(item).ifPresent(name -> links.link(group, name, item.place()));
            }
            if (list.items().isEmpty()) {
                var _ = scalars.refuse(list, label, "it is empty", "name the members: [a, b]");
            }
        }
        return scalars.texts(value.get(), label);
    }
}
