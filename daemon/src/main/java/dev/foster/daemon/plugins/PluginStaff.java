package dev.foster.daemon.plugins;

import dev.foster.control.PluginChoices;
import dev.foster.daemon.bus.ProjectBus;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.log.LogStore;
import dev.foster.plugin.PluginAttendant;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.message.MessageAttendant;
import dev.foster.plugin.runtime.Progress;
import dev.foster.plugin.runtime.RuntimeOptions;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.spec.Attendant;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Gives each plugin of a project the attendant that makes a plugin of its process. Nothing of it,
 * and so nothing of gRPC, is loaded for a project without plugins.
 */
public final class PluginStaff implements AutoCloseable {
    /** Closing a connection takes a moment, unless something is badly wrong. */
    private static final long CLOSE_SECONDS = 5;

    private final Map<String, PluginOutput> voices = new ConcurrentHashMap<>();
    private final Runtimes runtimes;
    private final LogStore logs;
    private final PluginChoices choices;
    private volatile Optional<ProjectBus> projectBus;

    /**
     * @param environment by it interpreters are found and environments are built
     * @param choices which plugins somebody has enabled or disabled
     * @param projectBus the bus, where there is one
     */
    public PluginStaff(
            ProcessEngine engine,
            Map<String, String> environment,
            LogStore logs,
            PluginChoices choices,
            Optional<ProjectBus> projectBus) {
        this.runtimes = new Runtimes(engine, RuntimeOptions.of(environment));
        this.logs = logs;
        this.choices = choices;
        this.projectBus = projectBus;
    }

    /** There is a bus now; those who came before it did not know of it. */
    public void bus(ProjectBus opened) {
        projectBus = Optional.of(opened);
    }

    /** The project with its plugins attended, and enabled as somebody chose. */
    public Project staffed(Project project) {
        Map<String, Boolean> chosen = choices.read();
        List<ProcessSpec> processes =
                project.stack().processes().stream()
                        .map(
                                process ->
                                        Optional.ofNullable(project.plugins().get(process.name()))
                                                .map(
                                                        plugin ->
                                                                staffed(
                                                                        process, plugin, project,
                                                                        chosen))
                                                .orElse(process))
                        .toList();
        return project.stack(new StackSpec(processes, project.stack().groups()));
    }

    private ProcessSpec staffed(
            ProcessSpec process, PluginSpec plugin, Project project, Map<String, Boolean> chosen) {
        String id = plugin.id();
        return plugin.process(attendant(plugin, project))
                .child(process.child())
                .limitRule(process.limitRule())
                .dependsOn(process.dependsOn())
                .enabled(chosen.getOrDefault(id, process.enabled()));
    }

    private Attendant attendant(PluginSpec plugin, Project project) {
        String id = plugin.id();
        Progress progress = line -> logs.remark(id, line);
        if (plugin.messages()
                && plugin.source() instanceof PluginSpec.Source.Manifest(PluginManifest manifest)) {
            ProjectBus bus = projectBus.orElseThrow();
            return new MessageAttendant(
                    manifest,
                    bus.bus(),
                    bus.entry(project.bus()),
                    runtimes,
                    progress,
                    bus.listener(manifest));
        }
        PluginOutput voice = voices.computeIfAbsent(id, _ -> new PluginOutput(id, logs));
        return new PluginAttendant(plugin, runtimes, progress, voice);
    }

    /** What a plugin and Foster agreed to speak, while they do. */
    public Optional<Long> protocolVersion(String name) {
        return Optional.ofNullable(voices.get(name)).flatMap(PluginOutput::protocolVersion);
    }

    /** Waits until ended plugins have left nothing: a JVM that ends earlier leaves folders. */
    @Override
    public void close() {
        CompletableFuture.allOf(
                        voices.values().stream()
                                .map(PluginOutput::gone)
                                .toArray(CompletableFuture[]::new))
                .orTimeout(CLOSE_SECONDS, TimeUnit.SECONDS)
                .exceptionally(_ -> null)
                .join();
    }
}
