package dev.foster.daemon;

import dev.foster.control.PluginChoices;
import dev.foster.daemon.bus.BusOffice;
import dev.foster.daemon.bus.BusTroubles;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.mcp.McpOffice;
import dev.foster.daemon.plugins.PluginStaff;
import dev.foster.process.ProcessEngine;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Those who accompany plugins, the bus, and the MCP servers, each found when it is first needed: a
 * project without them loads nothing that speaks with them.
 */
final class Staff implements AutoCloseable {
    private final DaemonOptions options;
    private final ProcessEngine engine;
    private final Journal journal;
    private final LogStore logs;
    private volatile Optional<PluginStaff> plugins = Optional.empty();
    private volatile Optional<BusOffice> office = Optional.empty();
    private volatile Optional<McpOffice> servers = Optional.empty();
    private Consumer<BusOffice> opening = _ -> {};

    Staff(DaemonOptions options, ProcessEngine engine, Journal journal, LogStore logs) {
        this.options = options;
        this.engine = engine;
        this.journal = journal;
        this.logs = logs;
    }

    /** The project with its plugins attended. */
    synchronized Project of(Project read) {
        if (office.isEmpty() && read.bus().isPresent()) {
            var opened = new BusOffice(read.bus().get(), new BusTroubles(journal));
            office = Optional.of(opened);
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
                                    office));
        }
        office.ifPresent(it -> it.keep(read.plugins().keySet()));
        return plugins.map(it -> it.staffed(read)).orElse(read);
    }

    /**
     * Offers the MCP servers of a project, and no others any more; enters its bus as it says now.
     *
     * @throws dev.foster.control.ControlProblem when nothing can listen at their address
     */
    synchronized void offer(Project project) {
        office.ifPresent(it -> it.enter(project.bus()));
        if (servers.isPresent()) {
            servers.get().change(project.mcp());
        } else if (!project.mcp().isEmpty()) {
            servers =
                    Optional.of(
                            new McpOffice(
                                    engine,
                                    project.mcp(),
                                    project.gateway(),
                                    options.paths().mcpToken(),
                                    journal,
                                    logs));
        }
    }

    Optional<McpOffice> servers() {
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
    synchronized void onBus(Consumer<BusOffice> taker) {
        opening = taker;
        office.ifPresent(taker);
    }

    Optional<BusOffice> office() {
        return office;
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
        if (office.isPresent()) {
            office.get().close();
        }
    }
}
