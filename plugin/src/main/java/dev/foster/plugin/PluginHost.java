package dev.foster.plugin;

import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.manifest.PluginFolder;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.process.EngineOptions;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.SupervisorListener;
import dev.foster.supervise.report.Happening;
import dev.foster.supervise.report.ProcessState;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Runs plugins for an application: programs of their own that cannot crash it. They are looked
 * after by a {@link Supervisor}; the application calls them through channels that outlive restarts.
 *
 * <p>Safe for use by many threads. Closing it deactivates all plugins and waits for that.
 */
public final class PluginHost implements AutoCloseable {
    private static final String WHO = "the host";

    private final Map<String, PluginSpec> specs = new LinkedHashMap<>();
    private final Map<String, HostedPlugin> plugins = new ConcurrentHashMap<>();
    private final List<Consumer<PluginEvent>> listeners = new CopyOnWriteArrayList<>();
    private final Object change = new Object();
    private final HostOptions options;
    private final PluginLog log;
    private final Path directory;
    private final ProcessEngine engine;
    private final Runtimes runtimes;
    private final Supervisor supervisor;

    private PluginHost(HostOptions options, PluginLog log, Path directory) {
        this.options = options;
        this.log = log;
        this.directory = directory;
        this.engine = ProcessEngine.start(EngineOptions.defaults());
        this.runtimes = new Runtimes(engine, options.runtime());
        this.supervisor = Supervisor.start(engine, StackSpec.of(), directory, new Listener());
    }

    /** A host without plugins; they are added and then activated. */
    public static PluginHost start(HostOptions options) {
        return start(options, PluginLog.toSystemLogger());
    }

    public static PluginHost start(HostOptions options, PluginLog log) {
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
        PluginFolder.Contents found = PluginFolder.open(folder).read();
        for (PluginManifest manifest : found.plugins()) {
            if (!plugins.containsKey(manifest.id())) {
                register(PluginSpec.of(manifest, options));
            }
        }
        return found.problems();
    }

    /** Adds one plugin; one of the same id that is there already is replaced, and restarted. */
    public void register(PluginSpec spec) {
        synchronized (specs) {
            plugins.computeIfAbsent(spec.id(), this::hosted);
            specs.put(spec.id(), spec);
            supervisor.change(stack(), WHO);
        }
    }

    private HostedPlugin hosted(String id) {
        return new HostedPlugin(id, log, () -> supervisor.state(id).orElseThrow());
    }

    /** Deactivates a plugin and forgets it. */
    public void remove(String id) {
        deactivate(id);
        synchronized (specs) {
            specs.remove(id);
            supervisor.change(stack(), WHO);
        }
        plugins.remove(id);
    }

    private StackSpec stack() {
        List<ProcessSpec> processes =
                specs.values().stream()
                        .map(
                                spec ->
                                        spec.process(
                                                new PluginAttendant(
                                                        spec,
                                                        runtimes,
                                                        plugin(spec.id())::progress,
                                                        plugin(spec.id()))))
                        .toList();
        return new StackSpec(processes, List.of());
    }

    /** The ids of all plugins, in the order they were added. */
    public List<String> available() {
        synchronized (specs) {
            return List.copyOf(specs.keySet());
        }
    }

    private HostedPlugin plugin(String id) {
        HostedPlugin plugin = plugins.get(id);
        if (plugin == null) {
            throw new PluginException(
                    "cannot use plugin "
                            + id
                            + ": there is none of that id; there are "
                            + available());
        }
        return plugin;
    }

    /**
     * @throws PluginException when there is none of that id
     */
    public Plugin get(String id) {
        return plugin(id);
    }

    // ---- what is done with them ----

    /**
     * Starts a plugin, with those it depends on, and waits until it can be called.
     *
     * @return false when it ran already
     * @throws PluginException when it does not come up; it is not tried again
     */
    public boolean activate(String id) throws InterruptedException {
        HostedPlugin plugin = plugin(id);
        if (plugin.status().state() == PluginState.RUNNING) {
            return false;
        }
        plugin.activating();
        supervisor.start(Set.of(id), WHO);
        awaitRunning(plugin);
        return true;
    }

    private void awaitRunning(HostedPlugin plugin) throws InterruptedException {
        synchronized (change) {
            while (true) {
                PluginState state = plugin.status().state();
                if (state == PluginState.RUNNING && plugin.connection().isPresent()) {
                    return;
                }
                ProcessState.Word word = supervisor.state(plugin.id()).orElseThrow().word();
                boolean failed =
                        !plugin.problem().isEmpty()
                                && word != ProcessState.Word.STOPPING
                                && word != ProcessState.Word.STARTING;
                if (failed || state == PluginState.NOT_RUNNING) {
                    break;
                }
                change.wait();
            }
        }
        plugin.refused();
        stopAndWait(plugin.id());
        throw new PluginException(
                plugin.problem().isEmpty()
                        ? "cannot activate plugin " + plugin.id() + ": it was deactivated meanwhile"
                        : plugin.problem());
    }

    /**
     * Stops a plugin and waits until nothing is left of it.
     *
     * @return false when it did not run
     */
    public boolean deactivate(String id) {
        boolean ran =
                switch (plugin(id).status().state()) {
                    case STARTING, RUNNING, STOPPING -> true;
                    case NOT_RUNNING, FAILED_TO_START, FAILED_TO_STAY_RUNNING -> false;
                };
        plugin(id).activating();
        stopAndWait(id);
        plugin(id).ended();
        return ran;
    }

    private void stopAndWait(String id) {
        supervisor.stop(Set.of(id), WHO);
        synchronized (change) {
            while (!isDown(id)) {
                try {
                    change.wait();
                } catch (InterruptedException hurry) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private boolean isDown(String id) {
        return supervisor
                .state(id)
                .map(
                        state ->
                                switch (state.word()) {
                                    case DISABLED, STOPPED, COMPLETED, FAILED, GAVE_UP, STUCK ->
                                            true;
                                    case WAITING,
                                            STARTING,
                                            RUNNING,
                                            UNHEALTHY,
                                            STOPPING,
                                            RESTARTING ->
                                            false;
                                })
                .orElse(true);
    }

    /** Deactivates and activates a plugin; its channels go on working. */
    public void restart(String id) throws InterruptedException {
        stopAndWait(id);
        activate(id);
    }

    /** Reads a plugin's manifest again and restarts it with what it says now. */
    public void reload(String id) throws InterruptedException {
        PluginSpec spec;
        synchronized (specs) {
            spec = Optional.ofNullable(specs.get(id)).orElseThrow(() -> unknown(id));
        }
        stopAndWait(id);
        if (spec.source() instanceof PluginSpec.Source.Manifest(PluginManifest manifest)) {
            register(PluginSpec.of(ManifestReader.read(manifest.folder()), options));
        }
        activate(id);
    }

    private PluginException unknown(String id) {
        return new PluginException(
                "cannot reload plugin " + id + ": there is none of that id; there are " + available());
    }

    // ---- how they stand ----

    public List<PluginStatus> states() {
        var all = new ArrayList<PluginStatus>();
        for (String id : available()) {
            Optional.ofNullable(plugins.get(id)).map(HostedPlugin::status).ifPresent(all::add);
        }
        return all;
    }

    /** The ids of those that can be called. */
    public List<String> active() {
        return states().stream()
                .filter(status -> status.state() == PluginState.RUNNING)
                .map(PluginStatus::id)
                .toList();
    }

    /** Tells everything that happens from now on, until somebody closes what this returns. */
    public Listening events(Consumer<PluginEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void close() {
        supervisor.close();
        engine.close();
        plugins.values().forEach(HostedPlugin::ended);
        try {
            Files.deleteIfExists(directory);
        } catch (IOException kept) {
            // An empty folder among the temporary ones.
        }
    }

    /** Passes on what the supervisor tells, and wakes those who wait. */
    private final class Listener implements SupervisorListener {
        @Override
        public void changed(ProcessState state) {
            wake();
        }

        @Override
        public void removed(String name) {
            wake();
        }

        @Override
        public void happened(Happening happening, Instant at) {
            HostedPlugin plugin = plugins.get(happening.name());
            if (plugin != null) {
                note(plugin, happening);
            }
            var event =
                    new PluginEvent(happening.name(), happening.kind(), happening.text(), at);
            listeners.forEach(listener -> listener.accept(event));
            wake();
        }

        private void note(HostedPlugin plugin, Happening happening) {
            switch (happening.kind()) {
                case START_FAILED, NOT_READY, UNHEALTHY -> plugin.failed(happening.text());
                case EXITED -> {
                    if (plugin.problem().isEmpty()) {
                        plugin.failed(
                                "plugin " + plugin.id() + " ended: " + happening.text());
                    }
                }
                case GAVE_UP -> {
                    plugin.failed(happening.text());
                    plugin.ended();
                }
                case READY -> plugin.failed("");
                default -> {}
            }
        }

        private void wake() {
            synchronized (change) {
                change.notifyAll();
            }
        }
    }
}
