package dev.foster.daemon.config;

import dev.foster.control.ScreenView;
import dev.foster.daemon.config.ProjectSection.Contents;
import dev.foster.daemon.config.ProjectSection.Reports;
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
    private final Links links = new Links();
    private final List<ProcessSpec> processes = new ArrayList<>();
    private final List<GroupSpec> groups = new ArrayList<>();
    private final Map<String, ProcessSettings> settings = new LinkedHashMap<>();
    private final Map<Path, String> logFiles = new HashMap<>();
    private final Map<String, PluginSpec> plugins = new LinkedHashMap<>();
    private final List<Path> manifests = new ArrayList<>();

    StackReader(Context context) {
        this.context = context;
    }

    Project read(Mapping top, List<Path> files) {
        Contents contents = ProjectSection.read(top, context.where(""));
        var processReader = new ProcessReader(context, contents.runs().defaults());
        contents.runs()
                .processes()
                .forEach(
                        (name, entry) ->
                                processReader.read(name, entry).ifPresent(it -> add(it, entry)));
        if (top.has("plugins") || top.has("plugins_dir")) {
            new PluginReader(context).read(top, contents.runs()).forEach(this::add);
        }
        contents.runs().groups().values().forEach(this::add);
        var mcp = new McpReader(context);
        mcp.read(contents.servers().mcp());
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
        Reports reports = contents.reports();
        ScreenView shown = reports.screen().resolved(stack, plugins.keySet());
        Map<String, McpSpec> servers = mcp.resolved(taken());
        var names = new NamePatterns(stack);
        List<HookSpec> told =
                reports.hooks().stream().map(it -> it.resolved(names, context)).toList();
        context.faults().raise();
        return new Project(
                contents.name().orElseGet(this::usualName),
                context.directory(),
                Stream.concat(files.stream(), manifests.stream()).toList(),
                stack,
                settings,
                plugins,
                contents.servers().bus().or(this::neededBus),
                shown,
                servers,
                contents.servers().gateway(),
                reports.web(),
                reports.metrics(),
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

    private String usualName() {
        Path last = context.directory().getFileName();
        return NameRules.tamed(last == null ? "" : last.toString());
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
