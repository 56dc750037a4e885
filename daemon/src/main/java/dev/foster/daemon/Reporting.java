package dev.foster.daemon;

import dev.foster.control.ControlProblem;
import dev.foster.control.HealthView;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.daemon.config.HookSpec;
import dev.foster.daemon.config.MetricsSpec;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.inbound.WrongTokenEvent;
import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.daemon.metrics.export.MetricsServer;
import dev.foster.daemon.metrics.export.OtlpExporter;
import dev.foster.daemon.notify.Notifier;
import dev.foster.daemon.operations.Reports;
import dev.foster.http.WrongTokens;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.report.EventKind;
import dev.foster.supervise.report.ProcessEvent;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the daemon tells the world by itself: a port for figures, their export, and notifications.
 * Each is there, and loaded, only while the project's file names it.
 */
final class Reporting implements Reports, AutoCloseable {
    private final ProcessEngine engine;
    private final Journal journal;
    private final String version;
    private final Supplier<HealthView> health;
    private final Supplier<List<String>> troubles;
    private final Supplier<List<MetricFamily>> figures;
    private final WrongTokens wrongTokens;
    private volatile Optional<Notifier> notifier = Optional.empty();
    private volatile Optional<OtlpExporter> exporter = Optional.empty();
    private Optional<MetricsServer> door = Optional.empty();
    private String name = "";
    private boolean closed;

    /**
     * @param health says how the daemon is
     * @param troubles says what of its own it cannot write down
     * @param figures collects them
     */
    Reporting(
            ProcessEngine engine,
            Journal journal,
            String version,
            Supplier<HealthView> health,
            Supplier<List<String>> troubles,
            Supplier<List<MetricFamily>> figures) {
        this.engine = engine;
        this.journal = journal;
        this.version = version;
        this.health = health;
        this.troubles = troubles;
        this.figures = figures;
        this.wrongTokens = WrongTokenEvent.METRICS.into(journal);
    }

    /**
     * From now on as this project says.
     *
     * @throws dev.foster.control.ControlProblem when nothing can listen at the address for figures
     */
    synchronized void change(Project project) {
        if (closed) {
            return;
        }
        open(project.metrics().listener());
        boolean renamed = !name.equals(project.name());
        name = project.name();
        export(project.metrics().otlp(), project, renamed);
        notify(project.hooks());
    }

    private void open(Optional<MetricsSpec.Listener> wanted) {
        if (door.map(MetricsServer::spec).equals(wanted)) {
            return;
        }
        Optional<MetricsServer> before = door;
        // Whoever listens at one address of a port may keep it from another.
        boolean samePort =
                before.isPresent()
                        && wanted.isPresent()
                        && before.get().port() == wanted.get().address().port();
        if (samePort) {
            before.get().close();
            door = Optional.empty();
        }
        try {
            // What cannot be opened is told before anything else has changed.
            offer(wanted);
        } catch (ControlProblem refused) {
            if (samePort) {
                openAgain(before.get().spec(), refused);
            }
            throw refused;
        }
        if (before.isPresent() && !samePort) {
            before.get().close();
        }
    }

    private void offer(Optional<MetricsSpec.Listener> wanted) {
        door = wanted.map(it -> new MetricsServer(it, figures, wrongTokens));
        if (door.isPresent()) {
            tell(DaemonEvent.METRICS_OFFERED, "metrics are at " + door.get().url());
        }
    }

    private void openAgain(MetricsSpec.Listener before, ControlProblem refused) {
        try {
            offer(Optional.of(before));
        } catch (ControlProblem goneMeanwhile) {
            refused.addSuppressed(goneMeanwhile);
        }
    }

    private void export(Optional<MetricsSpec.Otlp> wanted, Project project, boolean renamed) {
        if (!renamed && exporter.map(OtlpExporter::spec).equals(wanted)) {
            return;
        }
        if (exporter.isPresent()) {
            exporter.get().close();
            exporter = Optional.empty();
        }
        if (wanted.isPresent()) {
            exporter =
                    Optional.of(
                            new OtlpExporter(
                                    wanted.get(),
                                    figures,
                                    Map.of(
                                            "service.name",
                                            "foster",
                                            "service.version",
                                            version,
                                            "service.instance.id",
                                            project.directory().toString(),
                                            "foster.project",
                                            project.name()),
                                    this::tell));
        }
    }

    private void notify(List<HookSpec> hooks) {
        if (notifier.isEmpty() && !hooks.isEmpty()) {
            notifier = Optional.of(new Notifier(engine, name, version, this::tell));
        }
        if (notifier.isPresent()) {
            notifier.get().change(hooks, name);
        }
    }

    private void tell(EventKind kind, String text) {
        journal.add(JournalEntry.of(kind, text));
    }

    /** Something happened; told by one thread, in order. */
    void happened(ProcessEvent event, Instant at) {
        if (notifier.isPresent()) {
            notifier.get().tell(event, at);
        }
    }

    @Override
    public HealthView health() {
        return health.get();
    }

    @Override
    public List<String> troubles() {
        return troubles.get();
    }

    @Override
    public List<MetricFamily> metrics() {
        return figures.get();
    }

    @Override
    public List<HookView> hooks() {
        return notifier.isPresent() ? notifier.get().views() : List.of();
    }

    @Override
    public List<HookTestView> test(Optional<String> hook) {
        Optional<Notifier> open = notifier;
        if (open.isPresent()) {
            return open.get().test(hook);
        }
        try (var nobody = new Notifier(engine, "", version, this::tell)) {
            return nobody.test(hook);
        }
    }

    /** Its own figures. */
    void tell(Families families) {
        if (exporter.isPresent()) {
            exporter.get().tell(families);
        }
    }

    /** Waits a moment for notifications under way. */
    @Override
    public synchronized void close() {
        closed = true;
        if (door.isPresent()) {
            door.get().close();
        }
        if (exporter.isPresent()) {
            exporter.get().close();
        }
        if (notifier.isPresent()) {
            notifier.get().close();
        }
    }
}
