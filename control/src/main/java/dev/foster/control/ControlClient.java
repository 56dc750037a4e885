package dev.foster.control;

import dev.foster.http.Target;
import dev.foster.json.Members;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Asks the daemon of one project. What it refuses is thrown as a {@link ControlProblem}. */
public final class ControlClient {
    private final Asking daemon;
    private final ProcessRequests processes;
    private final LogRequests logs;

    /**
     * A client of the project's daemon, whether it runs or not.
     *
     * @param program what asks, for the journal: {@code foster stop}
     */
    public ControlClient(ProjectPaths project, String program) {
        project.refuseStrangers();
        this.daemon = new Asking(project, program);
        this.processes = new ProcessRequests(daemon);
        this.logs = new LogRequests(daemon);
    }

    // ---- the project ----

    public ProjectView project() {
        return daemon.get("ask about the project", Asking.at("project"), ProjectView::fromJson);
    }

    /** Whether the daemon itself is well. */
    public HealthView health() {
        return daemon.get("ask how foster is", Asking.at("health"), HealthView::fromJson);
    }

    public PlanView plan() {
        return daemon.get("plan a reload", Asking.at("plan"), PlanView::fromJson);
    }

    public ActionResult reload() {
        return act("reload", Members.none(), "the project");
    }

    public void down() {
        daemon.post("bring the project down", Asking.at("down"), Members.none(), json -> json);
    }

    // ---- processes ----

    public List<ProcessView> processes() {
        return processes.all();
    }

    public ProcessView process(String name) {
        return processes.one(name);
    }

    public WhyView why(String name) {
        return processes.why(name);
    }

    public FactsView facts(String name) {
        return processes.facts(name);
    }

    /**
     * What a process uses and used.
     *
     * @param proportional whether to find out what it really holds, which costs the daemon time
     */
    public UsageView usage(String name, boolean proportional) {
        return processes.usage(name, proportional);
    }

    /** What all processes used in the last minute. */
    public List<UsageLineView> usages() {
        return processes.usages();
    }

    /** The processes that patterns mean. */
    public List<String> select(List<String> patterns) {
        return processes.select(patterns);
    }

    public void signal(String name, String signal) {
        processes.signal(name, signal);
    }

    /**
     * Writes to a process's standard input.
     *
     * @param end whether to close it afterwards
     */
    public void input(String name, byte[] text, boolean end) {
        processes.input(name, text, end);
    }

    public Following<ProcessUpdate> followProcesses() {
        return processes.follow();
    }

    /** The same, with what each process uses, measured about once a second. */
    public Following<ProcessUpdate> followProcessesAndUsage() {
        return processes.followWithUsage();
    }

    // ---- actions ----

    public ActionResult start(List<String> names, boolean withDependencies) {
        return act(
                "start",
                Members.none().put("names", names).put("dependencies", withDependencies),
                String.join(" ", names));
    }

    public ActionResult stop(List<String> names, boolean force) {
        return act(
                "stop",
                Members.none().put("names", names).put("force", force),
                String.join(" ", names));
    }

    public ActionResult restart(List<String> names) {
        return act("restart", Members.none().put("names", names), String.join(" ", names));
    }

    /** Replaces processes without a gap; returns when each new one has taken over. */
    public ActionResult replace(List<String> names) {
        return act("replace", Members.none().put("names", names), String.join(" ", names));
    }

    private ActionResult act(String action, Members body, String what) {
        return daemon.post(action + " " + what, Asking.at(action), body, ActionResult::fromJson);
    }

    // ---- what was said, and what happened ----

    /** Those whose logs patterns mean: processes, and MCP servers. */
    public List<String> selectLogs(List<String> patterns) {
        return logs.select(patterns);
    }

    /** Gives every line of the query that there is by now, page by page. */
    public void logs(LogQuery query, Consumer<LogLineView> reader) {
        logs.all(query, reader);
    }

    /** The lines of the query that there are by now, in one list. */
    public List<LogLineView> logs(LogQuery query) {
        var lines = new ArrayList<LogLineView>();
        logs.all(query, lines::add);
        return lines;
    }

    public Following<LogLineView> followLogs(LogQuery query) {
        return logs.follow(query);
    }

    /** The last lines of processes. */
    public List<TailView> tails(List<String> names, int lines) {
        return logs.tails(names, lines);
    }

    /**
     * The last lines of processes, then at most ten times a second the newest ones of those who
     * said something: it costs the same however much they say.
     *
     * @param names none for all
     * @param lines at most how many of a process each time
     * @param first at most how many of a process at the beginning
     */
    public Following<List<TailView>> followTails(List<String> names, int lines, int first) {
        return logs.followTails(names, lines, first);
    }

    /** The first so many events behind an id; without one, the newest so many. */
    public List<EventView> events(OptionalLong after, int limit, Optional<String> process) {
        Target target = Asking.at("events").with("limit", Integer.toString(limit));
        if (after.isPresent()) {
            target = target.with("after", Long.toString(after.getAsLong()));
        }
        return daemon.list(
                "read events", ofProcess(target, process), "events", EventView::fromJson);
    }

    /** Everything behind an id, then what comes. */
    public Following<EventView> followEvents(long after, Optional<String> process) {
        return daemon.listen(
                "follow events",
                ofProcess(Asking.at("events").with("after", Long.toString(after)), process),
                event -> Asking.ifKind("event", event, EventView::fromJson));
    }

    private static Target ofProcess(Target events, Optional<String> process) {
        return process.map(name -> events.with("process", name)).orElse(events);
    }

    // ---- the bus ----

    public BusView bus() {
        return daemon.get("ask about the bus", Asking.at("bus"), BusView::fromJson);
    }

    /** Who is on the bus; empty where the bus is not Foster's own. */
    public List<BusConnectionView> busConnections() {
        return daemon.list(
                "ask about the bus",
                Asking.at("bus", "connections"),
                "connections",
                BusConnectionView::fromJson);
    }

    /** Who listens to what on the bus; empty where it is not Foster's own. */
    public List<BusSubjectView> busSubjects() {
        return daemon.list(
                "ask about the bus",
                Asking.at("bus", "subjects"),
                "subjects",
                BusSubjectView::fromJson);
    }

    /**
     * Asks on the bus, and waits for the answer.
     *
     * @param limit 20 seconds at most
     */
    public BusAnswer busRequest(String subject, String data, Duration limit) {
        return daemon.post(
                "ask on " + subject,
                Asking.at("bus", "request"),
                Members.none()
                        .put("subject", subject)
                        .put("data", data)
                        .put("timeout_ms", limit.toMillis()),
                BusAnswer::fromJson);
    }

    /** Passes on what a person wrote, and brings the answer. */
    public ChatView chat(String user, String text) {
        return daemon.post(
                "chat",
                Asking.at("chat"),
                Members.none().put("user", user).put("text", text),
                ChatView::fromJson);
    }

    // ---- MCP servers, metrics, hooks, the dashboard ----

    /** The MCP servers and their sessions; an empty view where there are none. */
    public McpView mcp() {
        return daemon.get("ask about MCP servers", Asking.at("mcp"), McpView::fromJson);
    }

    /** Ends a client's session with an MCP server. */
    public void endMcpSession(String id) {
        daemon.ask(
                "end the session " + id,
                "DELETE",
                Asking.at("mcp", "sessions", id),
                Optional.empty(),
                json -> json);
    }

    /** All figures of the daemon, as Prometheus reads them. */
    public String metrics() {
        return daemon.text("ask for metrics", Target.of("metrics"));
    }

    /** The same as JSON. */
    public Map<String, Object> metricsJson() {
        return daemon.get(
                "ask for metrics", Asking.at("metrics"), json -> Members.of(json).object());
    }

    /** Who is told what happens. */
    public List<HookView> hooks() {
        return daemon.list("ask about hooks", Asking.at("notify"), "hooks", HookView::fromJson);
    }

    /** Sends a test message to a hook, or to all. */
    public List<HookTestView> testHooks(Optional<String> hook) {
        return daemon.post(
                "test hooks",
                Asking.at("notify", "test"),
                Members.none().put("hook", hook),
                json -> Members.of(json).list("results", HookTestView::fromJson));
    }

    /**
     * Asks for a link that lets one person in to the dashboard, which is opened if it was not.
     *
     * @param reset whether to make another token first, and log everybody out
     */
    public WebLink web(OptionalInt port, boolean reset) {
        Members body = Members.none().put("reset", reset);
        return daemon.post(
                "open the dashboard",
                Asking.at("web"),
                port.isPresent() ? body.put("port", port.getAsInt()) : body,
                WebLink::fromJson);
    }
}
