package dev.foster.daemon;

import dev.foster.control.PluginChoices;
import dev.foster.daemon.bus.BusTroubles;
import dev.foster.daemon.bus.ProjectBus;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.mcp.ProjectMcp;
import dev.foster.daemon.plugins.PluginStaff;
import dev.foster.process.ProcessEngine;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Those who accompany plugins, the bus, and the MCP servers, each found when it is first needed: a
 * project without them loads nothing that speaks with them.
 */
final class ProjectServices implements AutoCloseable {
    private final DaemonOptions options;
    private final ProcessEngine engine;
    private final Journal journal;
    private final LogStore logs;
    private volatile Optional<PluginStaff> plugins = Optional.empty();
    private volatile Optional<ProjectBus> projectBus = Optional.empty();
    private volatile Optional<ProjectMcp> servers = Optional.empty();
    private Consumer<ProjectBus> opening = _ -> {};

    ProjectServices(DaemonOptions options, ProcessEngine engine, Journal journal, LogStore logs) {
        this.options = options;
        this.engine = engine;
        this.journal = journal;
        this.logs = logs;
    }

    /** The project with its plugins attended. */
    synchronized Project of(Project read) {
        if (projectBus.isEmpty() && read.bus().isPresent()) {
            var opened = new ProjectBus(read.bus().get(), new BusTroubles(journal));
            projectBus = Optional.of(opened);
            if (plugins.isPresent()) {
                plugins.get().bus(opened);
            }
            opening.accept(opened);
        }
        if (plugins.isEmpty() && !read.plugins().isEmpty()) {
            plugins =
                    Optional.of(
                            new PluginStaff(
                                    engine,
                                    options.environment(),
                                    logs,
                                    new PluginChoices(options.paths()),
                                    projectBus));
        }
        projectBus.ifPresent(it -> it.keep(read.plugins().keySet()));
        return plugins.map(it -> it.staffed(read)).orElse(read);
    }

    /**
     * Offers the MCP servers of a project, and no others any more; enters its bus as it says now.
     *
     * @throws dev.foster.control.ControlProblem when nothing can listen at their address
     */
    synchronized void offer(Project project) {
        projectBus.ifPresent(it -> it.enter(project.bus()));
        if (servers.isPresent()) {
            servers.get().change(project.mcp());
        } else if (!project.mcp().isEmpty()) {
            servers =
                    Optional.of(
                            new ProjectMcp(
                                    engine,
                                    project.mcp(),
                                    project.gateway(),
                                    options.paths().mcpToken(),
                                    journal,
                                    logs));
        }
    }

    Optional<ProjectMcp> servers() {
        return servers;
    }

    /** Whether clients may come at any time. */
    boolean offers() {
        return servers.isPresent() && !servers.get().isEmpty();
    }

    /** Kills the children of MCP servers. */
    void hurry() {
        if (servers.isPresent()) {
            servers.get().hurry();
        }
    }

    /** Ends the MCP servers: they may need the processes, which do not need them. */
    void withdraw() {
        if (servers.isPresent()) {
            servers.get().close();
        }
    }

    /** Is given the bus, now if there is one, else as soon as there is. */
    synchronized void onBus(Consumer<ProjectBus> taker) {
        opening = taker;
        projectBus.ifPresent(taker);
    }

    Optional<ProjectBus> projectBus() {
        return projectBus;
    }

    /** What a plugin and Foster agreed to speak, while they do. */
    Optional<Long> protocolVersion(String name) {
        return plugins.flatMap(it -> it.protocolVersion(name));
    }

    @Override
    public void close() {
        // Not by method references: those alone would load what speaks with plugins.
        if (plugins.isPresent()) {
            plugins.get().close();
        }
        if (projectBus.isPresent()) {
            projectBus.get().close();
        }
    }
}
