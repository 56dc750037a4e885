package dev.foster.daemon.api;

import dev.foster.control.ActionResult;
import dev.foster.control.BusAnswer;
import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;
import dev.foster.control.BusView;
import dev.foster.control.ChatView;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventTone;
import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.HealthView;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.McpView;
import dev.foster.control.PlanChange;
import dev.foster.control.PlanView;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectView;
import dev.foster.control.ScreenView;
import dev.foster.control.UsageHistoryView;
import dev.foster.control.UsageLineView;
import dev.foster.control.UsageView;
import dev.foster.control.WebLink;
import dev.foster.control.WhyView;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.daemon.follow.Tails;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.http.HttpHandler;
import dev.foster.http.HttpResponse;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

/** A daemon of two processes that remembers what it was asked and says what a test tells it to. */
final class FakeOperations implements Operations {
    static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    final List<String> calls = new CopyOnWriteArrayList<>();
    final List<EventView> journal = new CopyOnWriteArrayList<>();
    final List<LogLineView> lines = new CopyOnWriteArrayList<>();
    final List<Follower<ProcessUpdate>> processFollowers = new CopyOnWriteArrayList<>();
    final List<Follower<EventView>> eventFollowers = new CopyOnWriteArrayList<>();
    final List<Follower<LogLineView>> logFollowers = new CopyOnWriteArrayList<>();

    final FakeTails tails = new FakeTails();

    static ProcessView view(String name, ProcessState state) {
        return ProcessView.of(name, state, List.of("run", name));
    }

    static EventView event(long id) {
        return new EventView(
                id,
                AT,
                Optional.of("web"),
                "exited",
                EventTone.NEUTRAL,
                Optional.of(1L),
                "event " + id,
                Optional.empty(),
                Map.of());
    }

    static LogLineView line(long number) {
        return new LogLineView(AT, "web", LogLineView.OUT, "line " + number, "c" + number);
    }

    @Override
    public ProjectView project() {
        long last = journal.isEmpty() ? 0 : journal.getLast().id();
        return new ProjectView(
                "demo",
                "/srv",
                List.of(),
                1,
                "1",
                AT,
                "fake",
                false,
                2,
                1,
                last,
                List.of(),
                ScreenView.NONE,
                false);
    }

    @Override
    public List<ProcessView> processes() {
        return List.of(view("web", ProcessState.RUNNING), view("db/1 ü", ProcessState.STOPPED));
    }

    @Override
    public ProcessView process(String name) {
        return processes().stream()
                .filter(process -> process.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
    }

    @Override
    public UsageView usage(String name, boolean proportional) {
        process(name);
        return new UsageView(
                name,
                1,
                UsageView.PROC,
                Optional.of(
                        new UsageView.CurrentUsageView(
                                AT,
                                12.5,
                                1000,
                                2,
                                1,
                                9,
                                3,
                                4,
                                proportional ? Optional.of(500L) : Optional.empty())),
                new UsageView.PeakUsageView(99.5, 2000, 3, 2, 10),
                new UsageView.LimitsView(
                        Optional.of(4000L),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                new UsageHistoryView(
                        List.of(1000L, 2000L),
                        List.of(Optional.of(12.5), Optional.empty()),
                        List.of(Optional.of(1000L), Optional.empty()),
                        List.of(Optional.of(2L), Optional.empty()),
                        List.of(Optional.of(9L), Optional.empty())));
    }

    @Override
    public List<UsageLineView> usages(int seconds) {
        return List.of(
                new UsageLineView("web", List.of(Optional.of(0.5)), List.of(Optional.of(7L))));
    }

    private static ControlProblem unknown(String name) {
        return new ControlProblem(
                ProblemCode.UNKNOWN_NAME,
                "cannot find " + name + ": there is no such process; see foster ps");
    }

    @Override
    public McpView mcp() {
        return McpView.NONE;
    }

    @Override
    public HealthView health() {
        return new HealthView(
                List.of(new HealthView.PartView("the supervision", HealthView.WELL, "")));
    }

    @Override
    public List<MetricFamily> metrics() {
        var families = new Families();
        families.add(Metric.PROCESS_RESTARTS, 3, "web");
        families.add(Metric.PROCESS_MEMORY, 1.5e9, "web");
        return families.all();
    }

    @Override
    public List<HookView> hooks() {
        return List.of(
                new HookView(
                        "hook-1",
                        "webhook",
                        "https://example.org/…",
                        List.of("crash"),
                        4,
                        3,
                        2,
                        1,
                        0,
                        Optional.of("status 500")));
    }

    @Override
    public List<HookTestView> testHooks(Optional<String> hook, String who) {
        calls.add("test " + hook.orElse("all") + " by " + who);
        return List.of(new HookTestView("hook-1", "https://example.org/…", true, "status 200", 12));
    }

    @Override
    public void endMcpSession(String id, String who) {
        calls.add("end " + id + " for " + who);
        if (!id.equals("0a1b")) {
            throw new ControlProblem(ProblemCode.UNKNOWN_NAME, "cannot end " + id + ": unknown");
        }
    }

    @Override
    public Optional<HttpHandler> mcpServers() {
        return Optional.of(
                request -> HttpResponse.json(200, "{\"asked\": " + request.path().size() + "}"));
    }

    @Override
    public WebLink web(OptionalInt port, boolean reset, String who) {
        calls.add("web " + port.orElse(-1) + " " + reset + " " + who);
        return new WebLink(
                "http://127.0.0.1:7433/",
                "http://127.0.0.1:7433/enter?ticket=once",
                Instant.EPOCH,
                "/state/web-token");
    }

    @Override
    public List<BusConnectionView> busConnections() {
        return List.of();
    }

    @Override
    public List<BusSubjectView> busSubjects() {
        return List.of(new BusSubjectView("dice.*", Optional.of("q"), 3, 12));
    }

    @Override
    public BusAnswer busRequest(String subject, String data, Duration limit, String who) {
        calls.add("busRequest " + subject + " " + data + " " + limit);
        return new BusAnswer("7", 1.5);
    }

    @Override
    public List<String> selectLogs(List<String> patterns) {
        return select(patterns);
    }

    @Override
    public List<String> select(List<String> patterns) {
        for (String pattern : patterns) {
            if (!pattern.equals("all")) {
                process(pattern);
            }
        }
        return patterns.contains("all") ? List.of("web", "db/1 ü") : patterns;
    }

    @Override
    public ActionResult start(List<String> names, boolean withDependencies, String who) {
        return called("start " + select(names) + " " + withDependencies, who);
    }

    @Override
    public ActionResult stop(List<String> names, boolean force, String who) {
        return called("stop " + select(names) + " " + force, who);
    }

    @Override
    public ActionResult restart(List<String> names, String who) {
        return called("restart " + select(names), who);
    }

    @Override
    public ActionResult replace(List<String> names, String who) {
        return called("replace " + select(names), who);
    }

    @Override
    public BusView bus() {
        return new BusView(
                true,
                List.of("nats://127.0.0.1:4222"),
                Optional.of("foster"),
                Optional.of("secret"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true,
                Map.of("connections", 3L),
                List.of(new BusView.CommandView("roll", "dice-roller", "rolls dice")));
    }

    @Override
    public ChatView chat(String user, String text) {
        return new ChatView(true, user + " wrote " + text, Optional.of("dice-roller"));
    }

    @Override
    public void signal(String name, String signal, String who) {
        process(name);
        called("signal " + name + " " + signal, who);
    }

    @Override
    public void input(String name, byte[] text, boolean end) {
        calls.add(
                "input " + name + " " + new String(text, StandardCharsets.ISO_8859_1) + " " + end);
    }

    @Override
    public WhyView why(String name) {
        return new WhyView(
                process(name).name(),
                ProcessState.RUNNING,
                "running",
                List.of(event(1)),
                List.of(line(1)),
                Optional.empty());
    }

    @Override
    public FactsView facts(String name) {
        return new FactsView(
                process(name).name(),
                List.of("run", name),
                "/srv",
                List.of("PORT"),
                Map.of("ready", "once started"),
                List.of(new FactsView.RunView(1, AT, Optional.of(AT), Optional.of("exit 1"))));
    }

    @Override
    public PlanView plan() {
        return new PlanView(
                List.of(new PlanChange("web", PlanChange.RESTART, List.of("command"))),
                1,
                List.of());
    }

    @Override
    public ActionResult reload(String who) {
        throw new ControlProblem(
                ProblemCode.CONFIGURATION, "cannot reload: broken; mend it", List.of("f:1:2: x"));
    }

    @Override
    public void down(String who) {
        called("down", who);
    }

    private ActionResult called(String call, String who) {
        calls.add(call + " by " + who);
        return new ActionResult(List.of("web"), List.of(), List.of());
    }

    @Override
    public List<EventView> events(OptionalLong after, int limit, Optional<String> process) {
        calls.add("events " + after + " " + limit + " " + process);
        List<EventView> behind =
                journal.stream().filter(event -> event.id() > after.orElse(0)).toList();
        return after.isPresent()
                ? behind.subList(0, Math.min(limit, behind.size()))
                : behind.subList(Math.max(0, behind.size() - limit), behind.size());
    }

    @Override
    public FollowHandle followEvents(
            long after, Optional<String> process, Follower<EventView> follower) {
        calls.add("follow events " + after + " " + process);
        eventFollowers.add(follower);
        return () -> eventFollowers.remove(follower);
    }

    @Override
    public FollowHandle followProcesses(boolean usage, Follower<ProcessUpdate> follower) {
        calls.add("follow processes " + usage);
        follower.next(new ProcessUpdate.Snapshot(processes()));
        processFollowers.add(follower);
        return () -> processFollowers.remove(follower);
    }

    @Override
    public List<LogLineView> logs(LogQuery query, int limit) {
        calls.add("logs " + query);
        if (query.after().orElse("").equals("bad")) {
            throw new ControlProblem(ProblemCode.BAD_REQUEST, "cannot go on: bad; start anew");
        }
        int from =
                query.after()
                        .map(cursor -> Integer.parseInt(cursor.substring(1)))
                        .orElse(Math.max(0, lines.size() - query.tail().orElse(lines.size())));
        return lines.subList(from, Math.min(lines.size(), from + limit));
    }

    @Override
    public FollowHandle followLogs(LogQuery query, Follower<LogLineView> follower) {
        calls.add("follow logs " + query);
        logFollowers.add(follower);
        return () -> logFollowers.remove(follower);
    }

    @Override
    public Tails tails(List<String> names, int wanted, int first) {
        calls.add("tails " + names + " " + wanted + " " + first);
        return tails;
    }
}
