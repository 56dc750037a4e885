package dev.foster.plugin;

import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.manifest.PluginFolder;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.protocol.transport.EventLoops;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.plugin.session.WarmUp;
import dev.foster.process.Child;
import dev.foster.process.EngineOptions;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.SupervisorListener;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.spec.StackSpec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Runs plugins for an application: programs of their own that cannot crash it. They are looked
 * after by a {@link Supervisor}; the application calls them through channels that outlive restarts.
 *
 * <p>Safe for use by many threads. Closing it deactivates all plugins and waits for that.
 */
public final class PluginHost implements AutoCloseable {
    static final String WHO = "the host";

    /** Servers and channels of a run that is over close in a fraction of this. */
    private static final Duration RELEASE_LIMIT = Duration.ofSeconds(5);

    // Kept for the time of the host: a moment without plugins is not worth new threads.
    private final EventLoops.Lease threads = EventLoops.lease();
    private final Listeners listeners = new Listeners();
    private final Object change = new Object();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final HostOptions options;
    private final Path directory;
    private final ProcessEngine engine;
    private final Supervisor supervisor;
    private final Roster roster;

    private PluginHost(HostOptions options, PluginLog log, Path directory) {
        this.options = options;
        this.directory = directory;
        this.engine = ProcessEngine.start(EngineOptions.defaults());
        this.supervisor = Supervisor.start(engine, StackSpec.of(), directory, new Listener());
        this.roster = new Roster(options, log, new Runtimes(engine, options.runtime()), supervisor);
    }

    /** A host without plugins; they are added and then activated. */
    public static PluginHost start(HostOptions options) {
        return start(options, PluginLog.toSystemLogger());
    }

    public static PluginHost start(HostOptions options, PluginLog log) {
        WarmUp.begin(options.terms());
        try {
            return new PluginHost(options, log, Files.createTempDirectory("foster-host"));
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    // ---- which plugins there are ----

    /**
     * Adds every plugin in a folder of plugins. Those that are there already are left alone.
     *
     * @return the folders with a manifest that cannot be used, and why
     */
    public List<PluginFolder.Unusable> open(Path folder) {
        requireOpen();
        return roster.open(folder);
    }

    /**
     * Adds one plugin; one of the same id that is there already is replaced, and restarted.
     *
     * @throws PluginException when it depends on plugins that are not there, or on itself
     */
    public void register(PluginSpec spec) {
        requireOpen();
        roster.add(spec);
    }

    /**
     * Deactivates a plugin and forgets it.
     *
     * @throws PluginException when there is none of that id, or others depend on it
     */
    public void remove(String id) {
        requireOpen();
        roster.requireUnused(id);
        deactivate(id);
        roster.remove(id);
    }

    /** The ids of all plugins, in the order they were added. */
    public List<String> available() {
        return roster.ids();
    }

    /**
     * The plugin of this id.
     *
     * @throws PluginException when there is none
     */
    public Plugin get(String id) {
        return roster.plugin(id);
    }

    // ---- what is done with them ----

    /**
     * Starts a plugin, with those it depends on, and waits until it can be called or, when it talks
     * NATS, says that it is ready.
     *
     * @return false when it ran already
     * @throws PluginException when it does not come up; it is not tried again
     * @throws InterruptedException when this thread is interrupted; what was on its way up is
     *     stopped, and this does not wait for that
     */
    public boolean activate(String id) throws InterruptedException {
        requireOpen();
        HostedPlugin plugin = roster.plugin(id);
        if (plugin.callable()) {
            return false;
        }
        List<HostedPlugin> parts =
                List.copyOf(supervisor.withDependencies(Set.of(id))).reversed().stream()
                        .map(roster::plugin)
                        .toList();
        parts.stream().filter(part -> !part.callable()).forEach(HostedPlugin::activating);
        supervisor.start(Set.of(id), WHO);
        try {
            for (HostedPlugin part : parts) {
                awaitUp(part, parts);
            }
        } catch (InterruptedException interrupt) {
            abandon(parts.stream().filter(part -> !part.callable()).toList());
            throw interrupt;
        }
        return true;
    }

    /** Nobody waits for them any more: they are not to come up by themselves later on. */
    private void abandon(List<HostedPlugin> parts) {
        parts.forEach(HostedPlugin::deactivating);
        wake();
        if (!closed.get()) {
            supervisor.stop(parts.stream().map(HostedPlugin::id).collect(Collectors.toSet()), WHO);
        }
        parts.forEach(HostedPlugin::ended);
    }

    private void awaitUp(HostedPlugin part, List<HostedPlugin> parts) throws InterruptedException {
        synchronized (change) {
            while (!part.callable() && part.wanted() && part.problem().isEmpty()) {
                change.wait();
            }
        }
        if (part.callable()) {
            return;
        }
        if (!part.wanted()) {
            throw part.problem().isEmpty()
                    ? new PluginException(
                            PluginException.Kind.DEACTIVATED,
                            part.id(),
                            "cannot activate plugin "
                                    + part.id()
                                    + ": it was deactivated meanwhile; activate it again")
                    : failed(part, part);
        }
        List<HostedPlugin> down = parts.reversed().stream().filter(it -> !it.callable()).toList();
        // All of them first: only when a run is over is it known what was wrong with it.
        down.forEach(this::stopAndWait);
        String why = part.problem();
        down.forEach(it -> it.refuse(it.id().equals(part.id()) ? why : lacking(it, part, why)));
        throw failed(parts.getLast(), part);
    }

    private static PluginException failed(HostedPlugin wanted, HostedPlugin culprit) {
        return new PluginException(
                PluginException.Kind.FAILED, wanted.id(), wanted.problem(), culprit.cause());
    }

    private static String lacking(HostedPlugin plugin, HostedPlugin needed, String why) {
        return "cannot activate plugin "
                + plugin.id()
                + ": it depends on "
                + needed.id()
                + ", which does not run: "
                + why;
    }

    /**
     * Stops a plugin and waits until nothing is left of it.
     *
     * @return false when it did not run
     */
    public boolean deactivate(String id) {
        HostedPlugin plugin = roster.plugin(id);
        boolean ran =
                switch (plugin.status().state()) {
                    case STARTING, RUNNING, STOPPING -> true;
                    case NOT_RUNNING, FAILED_TO_START, FAILED_TO_STAY_RUNNING -> false;
                };
        plugin.deactivating();
        wake();
        stopAndWait(plugin);
        plugin.ended();
        return ran;
    }

    private void stopAndWait(HostedPlugin plugin) {
        // A closed host has stopped everything, and its supervisor answers nobody.
        if (!closed.get()) {
            supervisor.stop(Set.of(plugin.id()), WHO);
        }
        synchronized (change) {
            while (!isDown(plugin.id())) {
                try {
                    change.wait();
                } catch (InterruptedException hurry) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
        plugin.awaitGone(RELEASE_LIMIT);
    }

    private boolean isDown(String id) {
        return supervisor.state(id).map(state -> state.word().down()).orElse(true);
    }

    /** Stops and starts a plugin; its channels go on working. */
    public void restart(String id) throws InterruptedException {
        stopAndWait(roster.plugin(id));
        activate(id);
    }

    /**
     * Reads a plugin's manifest again and restarts it with what it says now.
     *
     * @throws dev.foster.document.DocumentProblem when it cannot be used; the plugin goes on as it
     *     is
     */
    public void reload(String id) throws InterruptedException {
        HostedPlugin plugin = roster.plugin(id);
        if (roster.spec(id).source()
                instanceof PluginSpec.Source.Manifest(PluginManifest manifest)) {
            PluginSpec next = PluginSpec.of(ManifestReader.read(manifest.folder()), options);
            stopAndWait(plugin);
            register(next);
        } else {
            stopAndWait(plugin);
        }
        activate(id);
    }

    // ---- how they stand ----

    public List<PluginStatus> states() {
        return roster.all().stream().map(HostedPlugin::status).toList();
    }

    /** The ids of those that can be called. */
    public List<String> active() {
        return states().stream()
                .filter(status -> status.state() == PluginState.RUNNING)
                .map(PluginStatus::id)
                .toList();
    }

    /** Tells everything that happens from now on, until somebody closes what this returns. */
    public EventSubscription events(Consumer<PluginEvent> listener) {
        return listeners.add(listener);
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new PluginException(
                    PluginException.Kind.CLOSED,
                    null,
                    "cannot use the host: it is closed; start another",
                    null);
        }
    }

    private void wake() {
        synchronized (change) {
            change.notifyAll();
        }
    }

    /** Deactivates all plugins, those that do not depend on each other at once, and waits. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        roster.all().forEach(HostedPlugin::deactivating);
        wake();
        supervisor.close();
        roster.all().forEach(plugin -> plugin.awaitGone(RELEASE_LIMIT));
        engine.close();
        roster.all().forEach(HostedPlugin::ended);
        threads.close();
        try {
            Files.deleteIfExists(directory);
        } catch (IOException kept) {
            // An empty folder among the temporary ones.
        }
    }

    /** Passes on what the supervisor tells, and wakes those who wait. */
    private final class Listener implements SupervisorListener {
        @Override
        public void spawned(String name, long run, Child child) {
            roster.find(name).ifPresent(plugin -> plugin.spawned(child));
        }

        @Override
        public void changed(ProcessStatus state) {
            wake();
        }

        @Override
        public void removed(String name) {
            wake();
        }

        @Override
        public void happened(ProcessEvent event, Instant at) {
            roster.find(event.name()).ifPresent(plugin -> plugin.note(event));
            wake();
            listeners.tell(new PluginEvent(event.name(), event.kind(), event.sentence(), at));
        }
    }
}
