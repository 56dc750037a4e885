package dev.foster.daemon.plugins;

import dev.foster.control.PluginChoices;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.log.LogStore;
import dev.foster.plugin.PluginAttendant;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.runtime.RuntimeOptions;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives each plugin of a project the attendant that makes a plugin of its process. Nothing of it,
 * and so nothing of gRPC, is loaded for a project without plugins.
 */
public final class PluginStaff {
    private final Map<String, PluginVoice> voices = new ConcurrentHashMap<>();
    private final Runtimes runtimes;
    private final LogStore logs;
    private final PluginChoices choices;

    /**
     * @param environment by it interpreters are found and environments are built
     * @param choices which plugins somebody has enabled or disabled
     */
    public PluginStaff(
            ProcessEngine engine,
            Map<String, String> environment,
            LogStore logs,
            PluginChoices choices) {
        this.runtimes = new Runtimes(engine, RuntimeOptions.of(environment));
        this.logs = logs;
        this.choices = choices;
    }

    /** The project with its plugins attended, and enabled as somebody chose. */
    public Project staffed(Project project) {
        Map<String, Boolean> chosen = choices.read();
        List<ProcessSpec> processes =
                project.stack().processes().stream()
                        .map(
                                process ->
                                        Optional.ofNullable(project.plugins().get(process.name()))
                                                .map(plugin -> staffed(process, plugin, chosen))
                                                .orElse(process))
                        .toList();
        return project.stack(new StackSpec(processes, project.stack().groups()));
    }

    private ProcessSpec staffed(
            ProcessSpec process, PluginSpec plugin, Map<String, Boolean> chosen) {
        String id = plugin.id();
        PluginVoice voice = voices.computeIfAbsent(id, _ -> new PluginVoice(id, logs));
        return plugin.process(
                        new PluginAttendant(plugin, runtimes, line -> logs.remark(id, line), voice))
                .child(process.child())
                .dependsOn(process.dependsOn())
                .enabled(chosen.getOrDefault(id, process.enabled()));
    }

    /** What a plugin and Foster agreed to speak, while they do. */
    public Optional<Long> protocolVersion(String name) {
        return Optional.ofNullable(voices.get(name)).flatMap(PluginVoice::protocolVersion);
    }
}
