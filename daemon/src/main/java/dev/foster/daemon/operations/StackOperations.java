package dev.foster.daemon.operations;

import dev.foster.control.ActionResult;
import dev.foster.control.BusAnswer;
import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;
import dev.foster.control.BusView;
import dev.foster.control.ChatView;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.HealthView;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.McpView;
import dev.foster.control.PlanView;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectView;
import dev.foster.control.UsageLineView;
import dev.foster.control.UsageView;
import dev.foster.control.WebLink;
import dev.foster.control.WhyView;
import dev.foster.daemon.api.Operations;
import dev.foster.daemon.bus.ProjectBus;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.daemon.follow.Tails;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.mcp.ProjectMcp;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.daemon.recovery.StoppedByHand;
import dev.foster.daemon.sign.Signs;
import dev.foster.daemon.usage.UsageBook;
import dev.foster.daemon.usage.UsageFigures;
import dev.foster.daemon.web.Site;
import dev.foster.document.DocumentProblem;
import dev.foster.http.HttpHandler;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.report.ProcessStatus;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the API offers, done by the supervision of one project. */
public final class StackOperations implements Operations {
    /** How often those who follow what processes use are told. */
    private static final Duration BEAT = Duration.ofSeconds(1);

    private final Supervisor supervisor;
    private final Journal journal;
    private final LogStore logs;
    private final Lookup lookup;
    private final Signs signs;
    private final Views views;
    private final StateReasons reasons;
    private final ProcessFacts facts;
    private final UsageRequests usage;
    private final Actions actions;
    private final RunningChildren children;
    private final ProcessFeed feed;
    private final ProjectSummary summary;
    private final Supplier<Project> reader;
    private final BusRequests bus;
    private final McpRequests mcp;
    private final Site site;
    private final Reports reports;
    private final Consumer<Project> offering;
    private final Consumer<String> down;
    private volatile Project project;
    private volatile boolean stopping;

    /** What does not change while a daemon lives. */
    public record About(long pid, String version, Instant startedAt, String engine) {}

    /**
     * How a project is read and seen.
     *
     * @param reader reads the project's files again
     * @param protocolVersion what a plugin and Foster agreed to speak, by its name
     * @param stopped what was stopped by hand
     * @param usage what processes use
     * @param projectBus the bus, while there is one
     * @param servers the MCP servers, once there were any
     * @param site the dashboard
     * @param reports what there is to tell about the daemon
     * @param offering offers the MCP servers of a project, and no others any more
     */
    public record Source(
            Supplier<Project> reader,
            Function<String, Optional<Long>> protocolVersion,
            StoppedByHand stopped,
            UsageBook usage,
            Supplier<Optional<ProjectBus>> projectBus,
            Supplier<Optional<ProjectMcp>> servers,
            Site site,
            Reports reports,
            Consumer<Project> offering) {}

    /**
     * @param down begins the end of the daemon; is told who asked
     */
    public StackOperations(
            Supervisor supervisor,
            Journal journal,
            LogStore logs,
            Project project,
            About about,
            Source source,
            Consumer<String> down) {
        this.supervisor = supervisor;
        this.journal = journal;
        this.logs = logs;
        this.project = project;
        this.lookup = new Lookup(supervisor);
        this.summary = new ProjectSummary(about, supervisor, journal, logs, source.reports());
        this.reader = source.reader();
        this.bus = new BusRequests(source.projectBus(), journal);
        this.mcp = new McpRequests(source.servers());
        this.site = source.site();
        this.reports = source.reports();
        this.offering = source.offering();
        this.down = down;
        this.signs = new Signs(logs, journal, this::looksDifferent);
        signs.watch(project.signs());
        this.usage = new UsageRequests(supervisor, source.usage());
        this.views = new Views(logs, signs, usage, source.protocolVersion());
        this.reasons = new StateReasons(supervisor, journal, logs);
        this.facts = new ProcessFacts(journal, logs);
        this.actions = new Actions(supervisor, source.stopped());
        this.children = new RunningChildren(supervisor, journal);
        this.feed = new ProcessFeed(this::processes, this::look, signs::names, BEAT);
    }

    // ---- what the supervision tells ----

    /** A process looks different. */
    public void changed(ProcessStatus state) {
        feed.changed(() -> Optional.of(views.of(state, project)));
    }

    private void looksDifferent(String name) {
        feed.changed(() -> look(name));
    }

    private Optional<ProcessView> look(String name) {
        return supervisor.state(name).map(state -> views.of(state, project));
    }

    /** A run of a process begins; it has not said anything yet. */
    public void begins(String name) {
        signs.started(name);
    }

    /** A process came or went. */
    public void populationChanged() {
        feed.populationChanged();
    }

    public void said(String name, String status) {
        views.said(name, status);
        feed.stirred(name);
    }

    /** What a process uses was measured. */
    public void uses(String name, Optional<UsageFigures> before, Optional<UsageFigures> now) {
        if (now.filter(figures -> before.filter(figures::looksLike).isEmpty()).isPresent()) {
            feed.stirred(name);
        }
    }

    /** Ends all streams: there will be nothing more. */
    public void end() {
        feed.end();
    }

    // ---- reading ----

    @Override
    public ProjectView project() {
        return summary.of(project, stopping, bus.exists());
    }

    @Override
    public List<ProcessView> processes() {
        return supervisor.states().stream().map(state -> views.of(state, project)).toList();
    }

    @Override
    public ProcessView process(String name) {
        return views.of(lookup.one(name), project);
    }

    @Override
    public UsageView usage(String name, boolean proportional) {
        return usage.usage(lookup.one(name), proportional);
    }

    @Override
    public List<UsageLineView> usages(int seconds) {
        return usage.lines(seconds);
    }

    @Override
    public List<String> select(List<String> patterns) {
        return lookup.several(patterns);
    }

    @Override
    public List<String> selectLogs(List<String> patterns) {
        return lookup.several(patterns, List.copyOf(project.mcp().keySet()));
    }

    @Override
    public WhyView why(String name) {
        return reasons.why(lookup.one(name));
    }

    @Override
    public FactsView facts(String name) {
        return facts.of(lookup.one(name), project);
    }

    @Override
    public List<EventView> events(OptionalLong after, int limit, Optional<String> process) {
        return journal.read(after, limit, process);
    }

    @Override
    public FollowHandle followEvents(
            long after, Optional<String> process, Follower<EventView> follower) {
        return journal.follow(after, process, follower);
    }

    @Override
    public FollowHandle followProcesses(boolean usage, Follower<ProcessUpdate> follower) {
        return usage ? feed.followUsage(follower) : feed.follow(follower);
    }

    @Override
    public List<LogLineView> logs(LogQuery query, int limit) {
        return logs.read(query, limit);
    }

    @Override
    public FollowHandle followLogs(LogQuery query, Follower<LogLineView> follower) {
        return logs.follow(query, follower);
    }

    @Override
    public Tails tails(List<String> names, int lines, int first) {
        return logs.tails(names, lines, first);
    }

    // ---- acting ----

    @Override
    public ActionResult start(List<String> names, boolean withDependencies, String who) {
        refuseWhenStopping("start");
        return actions.start(select(names), withDependencies, who);
    }

    @Override
    public ActionResult stop(List<String> names, boolean force, String who) {
        return actions.stop(select(names), force, who);
    }

    @Override
    public ActionResult restart(List<String> names, String who) {
        refuseWhenStopping("restart");
        return actions.restart(select(names), who);
    }

    @Override
    public ActionResult replace(List<String> names, String who) {
        refuseWhenStopping("replace");
        return actions.replace(select(names), who);
    }

    @Override
    public BusView bus() {
        return bus.view();
    }

    @Override
    public List<BusConnectionView> busConnections() {
        return bus.connections();
    }

    @Override
    public List<BusSubjectView> busSubjects() {
        return bus.subjects();
    }

    @Override
    public BusAnswer busRequest(String subject, String data, Duration limit, String who) {
        return bus.request(subject, data, limit, who);
    }

    @Override
    public ChatView chat(String user, String text) {
        return bus.chat(user, text);
    }

    @Override
    public McpView mcp() {
        return mcp.view();
    }

    @Override
    public HealthView health() {
        return reports.health();
    }

    @Override
    public List<MetricFamily> metrics() {
        return reports.metrics();
    }

    @Override
    public List<HookView> hooks() {
        return reports.hooks();
    }

    @Override
    public List<HookTestView> testHooks(Optional<String> hook, String who) {
        return reports.test(hook);
    }

    @Override
    public void endMcpSession(String id, String who) {
        mcp.end(id, who);
    }

    @Override
    public Optional<HttpHandler> mcpServers() {
        return mcp.handler();
    }

    @Override
    public WebLink web(OptionalInt port, boolean reset, String who) {
        refuseWhenStopping("open the dashboard");
        return reset ? site.reset(port, who) : site.link(port, who);
    }

    private void refuseWhenStopping(String verb) {
        if (stopping) {
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot " + verb + ": this foster is on its way down; wait, then foster up");
        }
    }

    @Override
    public void signal(String name, String signal, String who) {
        children.signal(lookup.one(name), signal, who);
    }

    @Override
    public void input(String name, byte[] text, boolean end) {
        children.input(lookup.one(name), text, end);
    }

    @Override
    public PlanView plan() {
        return Planning.plan(project, readAgain());
    }

    @Override
    public synchronized ActionResult reload(String who) {
        refuseWhenStopping("reload");
        Project next = readAgain();
        PlanView plan = Planning.plan(project, next);
        // First what can be refused, as when its address is taken.
        offering.accept(next);
        project = next;
        next.stack().processes().forEach(spec -> logs.place(spec.name(), next.log(spec.name())));
        signs.watch(next.signs());
        supervisor.change(next.stack(), who);
        // What is watched may differ though no process does.
        feed.populationChanged();
        return Planning.result(plan, next);
    }

    private Project readAgain() {
        try {
            return reader.get();
        } catch (DocumentProblem problem) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION, String.valueOf(problem.getMessage()));
        }
    }

    @Override
    public void down(String who) {
        stopping = true;
        down.accept(who);
    }
}
