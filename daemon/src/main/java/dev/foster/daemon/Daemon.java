package dev.foster.daemon;

import dev.foster.control.HealthView;
import dev.foster.control.McpView;
import dev.foster.control.ProjectPaths;
import dev.foster.control.WebLink;
import dev.foster.daemon.api.ApiServer;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.config.ProjectReader;
import dev.foster.daemon.inbound.WrongTokenEvent;
import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;
import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.daemon.metrics.collect.ApiFigures;
import dev.foster.daemon.metrics.collect.BusFigures;
import dev.foster.daemon.metrics.collect.Collector;
import dev.foster.daemon.metrics.collect.HookFigures;
import dev.foster.daemon.metrics.collect.JvmFigures;
import dev.foster.daemon.metrics.collect.McpFigures;
import dev.foster.daemon.metrics.collect.ProcessFigures;
import dev.foster.daemon.metrics.collect.RunCounters;
import dev.foster.daemon.operations.StackChatActions;
import dev.foster.daemon.operations.StackOperations;
import dev.foster.daemon.recovery.CrashRecovery;
import dev.foster.daemon.recovery.DaemonLock;
import dev.foster.daemon.recovery.DaemonRecord;
import dev.foster.daemon.recovery.RunningMarks;
import dev.foster.daemon.recovery.StateFolderCheck;
import dev.foster.daemon.recovery.StoppedByHand;
import dev.foster.daemon.usage.UsageBook;
import dev.foster.daemon.usage.UsageFigures;
import dev.foster.daemon.watchdog.Vitals;
import dev.foster.daemon.watchdog.Watchdog;
import dev.foster.daemon.web.Site;
import dev.foster.document.Notice;
import dev.foster.process.Child;
import dev.foster.process.EngineOptions;
import dev.foster.process.ProcessEngine;
import dev.foster.process.ProcessMark;
import dev.foster.process.UsageMeter;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.SupervisorListener;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.thread.SpareMemory;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The daemon of one project: reads its files, ends what an earlier daemon left, supervises, writes
 * journal and logs, and answers the API. This class only puts these together.
 */
public final class Daemon implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Daemon.class.getName());
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** Longer for readers of the end: who keeps up is gone at once, and nothing comes again. */
    private static final Duration LAST_LINES = Duration.ofSeconds(2);

    /** For all that is not the processes' own time to stop. */
    private static final Duration END_LIMIT = Duration.ofSeconds(60);

    /** For clients, classes that are not loaded yet, and all that is written and looked at. */
    private static final int DESCRIPTORS = 128;

    private final DaemonLock lock;
    private final String version;
    private final Project project;
    private final Journal journal;
    private final LogStore logs;
    private final CrashRecovery recovery;
    private final RunningMarks running;
    private final StoppedByHand stoppedByHand;
    private final JournalWriter writer;
    private final ProcessEngine engine;
    private final String engineName;
    private final ProjectServices services;
    private final UsageBook usage = new UsageBook();
    private final Site site;
    private final RunCounters counters = new RunCounters();
    private final Reporting reporting;
    private final Supervisor supervisor;
    private final StackOperations operations;
    private final ApiServer api;
    private final Watchdog watchdog;
    private final SpareMemory memory;
    private final CountDownLatch assembled = new CountDownLatch(1);
    private final CompletableFuture<EndRule.End> end = new CompletableFuture<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private volatile EndRule endRule = EndRule.NEVER;
    private volatile Optional<StateFolderCheck> folders = Optional.empty();
    private OptionalInt port = OptionalInt.empty();
    private String token = "";

    private Daemon(DaemonOptions options, DaemonLock lock, Project read) {
        ProjectPaths paths = options.paths();
        this.lock = lock;
        this.version = options.version();
        this.journal = new Journal(paths.state().resolve("journal.jsonl"));
        this.recovery = CrashRecovery.clear(lock.predecessor(), RunningMarks.read(paths.running()));
        this.running = new RunningMarks(paths.running());
        this.stoppedByHand = new StoppedByHand(paths.stoppedByHand());
        this.logs = new LogStore(paths.state().resolve("logs"));
        this.writer = new JournalWriter(journal, logs, running);
        this.engine =
                ProcessEngine.start(
                        EngineOptions.defaults()
                                .kind(options.engine())
                                .orphans(EngineOptions.Orphans.ALL)
                                .descriptorReserve(DESCRIPTORS)
                                .descriptorsOwed(logs::unopened)
                                .faultListener(
                                        fault ->
                                                fault(
                                                        "go on while " + fault.where(),
                                                        fault.cause())));
        this.engineName = engine.facts().name();
        long pid = ProcessHandle.current().pid();
        Instant now = Instant.now();
        lock.write(
                new DaemonRecord(
                        pid,
                        ProcessMark.of(pid).map(ProcessMark::toString).orElse(""),
                        engine.cookie(),
                        now));
        this.services = new ProjectServices(options, engine, journal, logs);
        this.project = services.of(read);
        this.reporting =
                new Reporting(
                        engine,
                        journal,
                        options.version(),
                        this::health,
                        this::troubles,
                        this::metrics);
        this.site = new Site(paths, journal);
        project.stack().processes().forEach(spec -> open(spec, project));
        this.supervisor =
                Supervisor.start(engine, project.stack(), paths.runtime(), new Listener());
        this.operations =
                new StackOperations(
                        supervisor,
                        journal,
                        logs,
                        project,
                        new StackOperations.About(pid, options.version(), now, engineName),
                        new StackOperations.Source(
                                () ->
                                        services.of(
                                                ProjectReader.read(
                                                        options.files(), options.environment())),
                                services::protocolVersion,
                                stoppedByHand,
                                usage,
                                services::projectBus,
                                services::servers,
                                site,
                                reporting,
                                this::offer),
                        this::downAsked);
        var deeds = new StackChatActions(operations, journal);
        services.onBus(office -> office.serve(supervisor::state, deeds));
        this.api = new ApiServer(operations, WrongTokenEvent.API.into(journal));
        site.serve(api.handler());
        this.watchdog =
                new Watchdog(
                        Vitals.of(engine, supervisor, journal, api),
                        guarded(),
                        END_LIMIT,
                        this::alarm,
                        why -> endNow(new EndRule.End(Watchdog.FAILED, why)));
        this.memory = SpareMemory.watch(this::endForWantOfMemory);
        assembled.countDown();
    }

    private void endForWantOfMemory(String why) {
        alarm(why);
        endNow(new EndRule.End(Watchdog.FAILED, why));
    }

    private void offer(Project offered) {
        services.offer(offered);
        site.change(offered.web());
        reporting.change(offered);
    }

    private HealthView health() {
        return watchdog.health();
    }

    private void renewSocket() throws IOException {
        if (api.renewSocket()) {
            lost("the socket was deleted, and is made anew");
        }
    }

    private void lost(String what) {
        tell(DaemonEvent.FILES_RENEWED, what);
    }

    /** What of its own the daemon cannot write down, or make again. */
    private List<String> troubles() {
        return Stream.concat(
                        Stream.of(journal.problem(), running.problem(), stoppedByHand.problem())
                                .flatMap(Optional::stream),
                        folders.stream().flatMap(it -> it.problems().stream()))
                .toList();
    }

    /** Where it can be expected: elsewhere there is nothing to mend, and foster doctor says so. */
    private BooleanSupplier guarded() {
        return engineName.equals("linux") || engine.guarded() ? engine::guarded : () -> true;
    }

    private void alarm(String what) {
        LOG.log(Level.WARNING, what);
        tell(DaemonEvent.WATCHDOG, what);
    }

    private void fault(String doing, Throwable fault) {
        LOG.log(Level.DEBUG, doing, fault);
        tell(
                DaemonEvent.FAULT,
                "cannot "
                        + doing
                        + ": a fault inside foster ("
                        + fault
                        + "); it goes on, but please report this");
    }

    private void tell(DaemonEvent kind, String text) {
        journal.add(JournalEntry.of(kind, text));
    }

    private void downAsked(String who) {
        journal.add(JournalEntry.of(DaemonEvent.DOWN_ASKED, "down asked").by(who));
        endNow(new EndRule.End(0, "down asked by " + who));
    }

    /** Put together when somebody asks: most daemons are never asked. */
    private List<MetricFamily> metrics() {
        return new Collector(
                        List.of(
                                families ->
                                        families.add(
                                                Metric.INFO,
                                                1,
                                                project.name(),
                                                version,
                                                engineName),
                                new ProcessFigures(supervisor::states, usage, logs, counters),
                                new BusFigures(services::projectBus),
                                new McpFigures(operations::mcp),
                                new ApiFigures(api),
                                families -> families.add(Metric.JOURNAL_EVENTS, journal.lastId()),
                                new HookFigures(reporting::hooks),
                                reporting::tell,
                                new JvmFigures()))
                .collect();
    }

    private void open(ProcessSpec spec, Project from) {
        logs.place(spec.name(), from.log(spec.name()));
    }

    /**
     * Starts the daemon of a project; nothing of the project is started yet.
     *
     * @throws dev.foster.document.DocumentProblem when the files make no sense
     * @throws dev.foster.control.ControlProblem when there is such a daemon already
     */
    public static Daemon start(DaemonOptions options) {
        Project project = ProjectReader.read(options.files(), options.environment());
        options.paths().create();
        DaemonLock lock = DaemonLock.take(options.paths());
        Daemon daemon;
        try {
            daemon = new Daemon(options, lock, project);
        } catch (RuntimeException failure) {
            // What an earlier daemon left may still be there: its record stays.
            lock.abandon();
            throw failure;
        }
        try {
            daemon.open(options);
        } catch (RuntimeException failure) {
            daemon.close();
            throw failure;
        }
        return daemon;
    }

    private void open(DaemonOptions options) {
        offer(project);
        api.listenOnSocket(options.paths().socket());
        if (options.port().isPresent()) {
            token = ApiServer.newToken();
            port = OptionalInt.of(api.listenOnLoopback(options.port().getAsInt(), token));
        }
        String found =
                recovery.ended() == 0
                        ? ""
                        : "; ended " + recovery.ended() + " processes an earlier daemon left";
        tell(
                DaemonEvent.DAEMON_STARTED,
                "foster " + options.version() + " started for " + project.directory() + found);
        folders =
                Optional.of(
                        new StateFolderCheck(
                                options.paths(),
                                List.of(
                                        lock::renew,
                                        running::renew,
                                        stoppedByHand::renew,
                                        journal::renew,
                                        this::renewSocket),
                                this::lost));
        notices().forEach(notice -> tell(DaemonEvent.NOTICE, notice));
    }

    // ---- what its owner asks ----

    /** Starts everything that is enabled, except what was stopped by hand and is to stay so. */
    public void startAll(EndRule rule, String who) {
        endRule = rule;
        List<String> names =
                project.stack().processes().stream()
                        .filter(ProcessSpec::enabled)
                        .map(ProcessSpec::name)
                        .toList();
        List<String> resting = resting();
        // What is started with all others was not kept down by anybody.
        stoppedByHand.keepOnly(resting);
        supervisor.startBut(names, resting, who);
    }

    /** What was stopped by hand and is to stay so; all else begins anew. */
    private List<String> resting() {
        Set<String> stopped = stoppedByHand.names();
        return project.stack().processes().stream()
                .filter(spec -> spec.restart().when() == RestartPolicy.When.UNLESS_STOPPED)
                .map(ProcessSpec::name)
                .filter(stopped::contains)
                .toList();
    }

    /** Starts some, with all they depend on or without. */
    public void start(
            Collection<String> patterns, boolean withDependencies, EndRule rule, String who) {
        endRule = rule;
        operations.start(List.copyOf(patterns), withDependencies, who);
    }

    /** What is not as somebody might expect: in the files, and in what was found here. */
    public List<String> notices() {
        return Stream.of(
                        recovery.notice().stream(),
                        lock.notice().stream(),
                        KeptOutput.notice(project.stack().processes()).stream(),
                        project.notices().stream().map(Notice::toString))
                .flatMap(all -> all)
                .toList();
    }

    /** How many processes an earlier daemon had left, which were ended. */
    public int remainsEnded() {
        return recovery.ended();
    }

    /** The port that was opened on request, and the token it asks for. */
    public Optional<Map.Entry<Integer, String>> openPort() {
        return port.isPresent() ? Optional.of(Map.entry(port.getAsInt(), token)) : Optional.empty();
    }

    /** The MCP servers; an empty view where there are none. */
    public McpView mcp() {
        return operations.mcp();
    }

    /** A link to the dashboard, when the project's file says that there is one. */
    public Optional<WebLink> web() {
        return project.web().map(_ -> site.link(OptionalInt.empty(), "foster up"));
    }

    /** Waits until it is to end: somebody asked, or its rule says so. */
    public EndRule.End awaitEnd() throws InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Begins its end, as if somebody had asked for it; false when it had begun before. */
    public boolean endNow(EndRule.End how) {
        return end.complete(how);
    }

    /** Opens the log files anew, which somebody has moved away. */
    public void reopenLogs(String why) {
        logs.reopen();
        tell(DaemonEvent.LOGS_REOPENED, "opened the log files anew, " + why);
    }

    /** Kills what is still there: somebody is in a hurry. */
    public void hurry() {
        services.hurry();
        supervisor.kill(supervisor.states().stream().map(ProcessStatus::name).toList(), "hurry");
    }

    /**
     * Stops everything in order. What is still to be told to those who follow the logs is told at
     * their own pace; then their streams end.
     */
    public void stop() {
        if (!stopped.compareAndSet(false, true)) {
            return;
        }
        watchdog.ending(supervisor.stopBound().plus(END_LIMIT));
        services.withdraw();
        supervisor.close();
        services.close();
        reporting.close();
        tell(DaemonEvent.DAEMON_ENDED, "foster ended");
        writer.close();
        engine.close();
        logs.finish();
        watchdog.ended();
    }

    /** Stops everything, and leaves nothing to look for. */
    @Override
    public void close() {
        stop();
        folders.ifPresent(StateFolderCheck::close);
        memory.close();
        logs.awaitFollowers(LAST_LINES);
        operations.end();
        journal.close();
        site.close(PATIENCE);
        api.close(PATIENCE);
        logs.close();
        running.close();
        lock.close();
        watchdog.close();
    }

    private final class Listener implements SupervisorListener {
        @Override
        public void changed(ProcessStatus state) {
            if (assembled.getCount() == 0) {
                operations.changed(state);
                if (state.run() == 0) {
                    operations.populationChanged();
                }
                boolean serves = endRule == EndRule.ALL_DONE && services.offers();
                if (EndRule.mayEnd(state) && !serves) {
                    endRule.judge(supervisor.states()).ifPresent(Daemon.this::endNow);
                }
            }
        }

        @Override
        public void probed(String name, String role, boolean good, Duration took) {
            counters.probed(name, role, good, took.toNanos());
        }

        @Override
        public void removed(String name) {
            usage.forget(name);
            counters.forget(name);
            stoppedByHand.started(List.of(name));
            operations.populationChanged();
        }

        @Override
        public void happened(ProcessEvent event, Instant at) {
            writer.tell(event, at);
            counters.happened(event);
            reporting.happened(event, at);
            services.projectBus().ifPresent(it -> it.tell(event, at));
            switch (event) {
                case ProcessEvent.Exited exited -> usage.ended(exited.name(), exited.run());
                case ProcessEvent.Replaced replaced ->
                        usage.tookOver(replaced.name(), replaced.run());
                default -> {}
            }
        }

        @Override
        public void faulted(String doing, Throwable fault) {
            fault(doing, fault);
        }

        @Override
        public void spawned(String name, long run, Child child) {
            operations.begins(name);
            writer.begins(name, run, child);
            logs.listen(name, child);
        }

        @Override
        public boolean measures() {
            return true;
        }

        @Override
        public void measured(String name, long run, UsageMeter.Tree tree) {
            Optional<UsageFigures> before = usage.current(name);
            Optional<UsageFigures> point = usage.measured(name, run, tree);
            operations.uses(name, before, usage.current(name));
            point.ifPresent(
                    figures -> services.projectBus().ifPresent(it -> it.tell(name, figures)));
        }

        @Override
        public void said(String name, String status) {
            operations.said(name, status);
        }
    }
}
