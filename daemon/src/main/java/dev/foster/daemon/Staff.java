package dev.foster.daemon;

import dev.foster.control.PluginChoices;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.plugins.PluginStaff;
import dev.foster.process.ProcessEngine;

import java.util.Optional;

/**
 * Those who accompany plugins, found when there is the first of them: a project without plugins
 * loads nothing that speaks with them.
 */
final class Staff {
    private final DaemonOptions options;
    private final ProcessEngine engine;
    private final LogStore logs;
    private volatile Optional<PluginStaff> plugins = Optional.empty();

    Staff(DaemonOptions options, ProcessEngine engine, LogStore logs) {
        this.options = options;
        this.engine = engine;
        this.logs = logs;
    }

    /** The project with its plugins attended. */
    synchronized Project of(Project read) {
        if (plugins.isEmpty() && !read.plugins().isEmpty()) {
            plugins =
                    Optional.of(
                            new PluginStaff(
                                    engine,
                                    options.environment(),
                                    logs,
                                    new PluginChoices(options.paths())));
        }
        return plugins.map(it -> it.staffed(read)).orElse(read);
    }

    /** What a plugin and Foster agreed to speak, while they do. */
    Optional<Long> protocolVersion(String name) {
        return plugins.flatMap(it -> it.protocolVersion(name));
    }
}
