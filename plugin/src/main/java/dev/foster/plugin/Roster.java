package dev.foster.plugin;

import dev.foster.plugin.manifest.PluginFolder;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.message.MessageAttendant;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.supervise.InvalidStackException;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.spec.Attendant;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.SpecProblem;
import dev.foster.supervise.spec.StackSpec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The plugins that a host knows, and their processes in its supervisor: the two always agree. A
 * change that makes no sense changes nothing.
 */
final class Roster {
    private final Map<String, PluginSpec> specs = new LinkedHashMap<>();
    private final Map<String, HostedPlugin> plugins = new ConcurrentHashMap<>();
    private final HostOptions options;
    private final PluginLog log;
    private final Runtimes runtimes;
    private final Supervisor supervisor;

    Roster(HostOptions options, PluginLog log, Runtimes runtimes, Supervisor supervisor) {
        this.options = options;
        this.log = log;
        this.runtimes = runtimes;
        this.supervisor = supervisor;
    }

    /** Adds those of a folder that are not there yet; what cannot be added is told. */
    synchronized List<PluginFolder.Unusable> open(Path folder) {
        PluginFolder.Contents found = PluginFolder.open(folder).read();
        var problems = new ArrayList<>(found.problems());
        var added = new LinkedHashMap<String, PluginManifest>();
        for (PluginManifest manifest : found.plugins()) {
            if (!specs.containsKey(manifest.id())) {
                added.put(manifest.id(), manifest);
            }
        }
        boolean done = added.isEmpty();
        while (!done) {
            try {
                change(added.values().stream().map(it -> PluginSpec.of(it, options)).toList());
                done = true;
            } catch (InvalidStackException wrong) {
                // One that needs what is not there keeps no other from being used.
                done = !leaveOut(wrong.problems(), added, problems) || added.isEmpty();
            }
        }
        return problems;
    }

    private static boolean leaveOut(
            List<SpecProblem> wrong,
            Map<String, PluginManifest> added,
            List<PluginFolder.Unusable> problems) {
        int before = added.size();
        for (SpecProblem problem : wrong) {
            Optional.ofNullable(added.remove(problem.at()))
                    .map(it -> new PluginFolder.Unusable(it.folder(), problem.message()))
                    .ifPresent(problems::add);
        }
        return added.size() < before;
    }

    void add(PluginSpec spec) {
        try {
            change(List.of(spec));
        } catch (InvalidStackException wrong) {
            throw new PluginException(
                    PluginException.Kind.INVALID,
                    spec.id(),
                    "cannot add plugin " + spec.id() + ": " + wrong.getMessage(),
                    wrong);
        }
    }

    private synchronized void change(List<PluginSpec> added) {
        var next = new LinkedHashMap<>(specs);
        added.forEach(spec -> next.put(spec.id(), spec));
        next.keySet().forEach(id -> plugins.computeIfAbsent(id, this::hosted));
        try {
            supervisor.change(stack(next), PluginHost.WHO);
            specs.putAll(next);
        } finally {
            plugins.keySet().retainAll(specs.keySet());
            specs.forEach((id, spec) -> plugin(id).messages(spec.messages()));
        }
    }

    private HostedPlugin hosted(String id) {
        return new HostedPlugin(id, log, () -> supervisor.state(id));
    }

    /**
     * Makes sure that nobody needs a plugin.
     *
     * @throws PluginException when others depend on it
     */
    synchronized void requireUnused(String id) {
        List<String> users =
                specs.values().stream()
                        .filter(spec -> spec.dependsOn().contains(id))
                        .map(PluginSpec::id)
                        .toList();
        if (!users.isEmpty()) {
            throw new PluginException(
                    PluginException.Kind.IN_USE,
                    id,
                    "cannot remove plugin "
                            + id
                            + ": "
                            + users
                            + " depend on it; remove them first");
        }
    }

    synchronized void remove(String id) {
        requireUnused(id);
        specs.remove(id);
        supervisor.change(stack(specs), PluginHost.WHO);
        plugins.remove(id);
    }

    private StackSpec stack(Map<String, PluginSpec> wanted) {
        List<ProcessSpec> processes =
                wanted.values().stream().map(spec -> process(spec, plugin(spec.id()))).toList();
        return new StackSpec(processes, List.of());
    }

    private ProcessSpec process(PluginSpec spec, HostedPlugin plugin) {
        return spec.process(attendant(spec, plugin));
    }

    private Attendant attendant(PluginSpec spec, HostedPlugin plugin) {
        return spec.messages()
                        && options.bus().isPresent()
                        && spec.source() instanceof PluginSpec.Source.Manifest(var manifest)
                ? new MessageAttendant(
                        manifest,
                        options.bus().get(),
                        runtimes,
                        plugin::progress,
                        plugin.presence())
                : new PluginAttendant(spec, runtimes, plugin::progress, plugin);
    }

    /** The ids of all, in the order they were added. */
    synchronized List<String> ids() {
        return List.copyOf(specs.keySet());
    }

    synchronized PluginSpec spec(String id) {
        return Objects.requireNonNull(specs.get(id));
    }

    Optional<HostedPlugin> find(String id) {
        return Optional.ofNullable(plugins.get(id));
    }

    /**
     * The plugin of this id.
     *
     * @throws PluginException when there is none
     */
    HostedPlugin plugin(String id) {
        return find(id).orElseThrow(
                        () ->
                                new PluginException(
                                        PluginException.Kind.UNKNOWN,
                                        id,
                                        "cannot use plugin "
                                                + id
                                                + ": there is none of that id; there are "
                                                + ids()));
    }

    List<HostedPlugin> all() {
        return ids().stream().map(this::find).flatMap(Optional::stream).toList();
    }
}
