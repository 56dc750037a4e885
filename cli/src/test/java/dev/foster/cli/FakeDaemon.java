package dev.foster.cli;

import dev.foster.control.ActionResult;
import dev.foster.control.EventTone;
import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.PlanView;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectPaths;
import dev.foster.control.ProjectView;
import dev.foster.control.ScreenView;
import dev.foster.control.UsageHistoryView;
import dev.foster.control.UsageLineView;
import dev.foster.control.UsageView;
import dev.foster.control.WebLink;
import dev.foster.control.WhyView;
import dev.foster.daemon.api.ApiServer;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.daemon.follow.Tails;
import dev.foster.http.WrongTokens;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A daemon without processes behind the real API: it remembers what it was asked, and its processes
 * become what a test says.
 */
public final class FakeDaemon extends FakeSurroundings implements AutoCloseable {
    public static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    public final List<EventView> journal = new CopyOnWriteArrayList<>();
    public final List<LogLineView> lines = new CopyOnWriteArrayList<>();
    public volatile PlanView plan = new PlanView(List.of(), 2, List.of());
    public volatile ActionResult reloaded = new ActionResult(List.of(), List.of(), List.of());

    /** What each process uses; one that is not here does not run. */
    public final Map<String, UsageView> usages = new ConcurrentHashMap<>();

    private final FakeProcesses processes = new FakeProcesses();
    private final FakeLogs logs = new FakeLogs(lines);
    private final List<Follower<EventView>> eventFollowers = new CopyOnWriteArrayList<>();
    private final ApiServer server = new ApiServer(this, WrongTokens.untold());
    private final ProjectPaths paths;

    /**
     * A daemon that answers from now on.
     *
     * @param before fills it, before anybody can ask
     */
    public FakeDaemon(Path project, Map<String, String> environment, Consumer<FakeDaemon> before) {
        paths = ProjectPaths.of(project, environment);
        paths.create();
        before.accept(this);
        server.listenOnSocket(paths.socket());
    }

    @Override
    public void close() {
        server.close();
    }

    /** Adds a process, or changes it. */
    public void put(ProcessView view) {
        processes.put(view);
    }

    /** Takes a process out of the project. */
    public void remove(String name) {
        processes.remove(name);
    }

    public void put(String name, ProcessState state) {
        put(ProcessView.of(name, state, List.of("run", name)));
    }

    /** A process that is up and ready. */
    public void ready(String name, long pid) {
        put(up(name, pid));
    }

    public static ProcessView up(String name, long pid) {
        return new ProcessView(
                name,
                ProcessView.Definition.of(ProcessView.PROCESS, List.of("run", name)),
                new ProcessView.Condition(ProcessState.RUNNING, true, 0, Optional.empty()),
                ProcessView.LatestRun.up(1, pid, Optional.of(AT), Optional.of(192_000L)),
                new ProcessView.Consumption(Optional.of(1.25), Optional.of(12_300_000L)),
                ProcessView.Told.NOTHING);
    }

    public static EventView event(long id, String text) {
        return new EventView(
                id,
                AT,
                Optional.of("web"),
                "said",
                EventTone.NEUTRAL,
                Optional.empty(),
                text,
                Optional.of("ann"),
                Map.of());
    }

    public static LogLineView line(long number, String process, String stream, String text) {
        return new LogLineView(AT, process, stream, text, Long.toString(number));
    }

    /** Tells every follower something new, as it happens. */
    public void say(LogLineView line) {
        logs.say(line);
    }

    public void say(EventView event) {
        journal.add(event);
        eventFollowers.forEach(follower -> follower.next(event));
    }

    public int followers() {
        return processes.followers() + eventFollowers.size() + logs.followers();
    }

    /** What a daemon that goes down does. */
    public void goDown() {
        processes.end();
        eventFollowers.forEach(Follower::end);
        logs.end();
        Thread.ofVirtual().start(this::close);
    }

    @Override
    public UsageView usage(String name, boolean proportional) {
        called("usage " + name + (proportional ? " pss" : ""));
        return usages.getOrDefault(name, notRunning(name));
    }

    private static UsageView notRunning(String name) {
        return new UsageView(
                name,
                0,
                UsageView.PROC,
                Optional.empty(),
                new UsageView.PeakUsageView(0, 0, 0, 0, 0),
                new UsageView.LimitsView(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                new UsageHistoryView(List.of(), List.of(), List.of(), List.of(), List.of()));
    }

    @Override
    public List<UsageLineView> usages(int seconds) {
        return List.of();
    }

    @Override
    public ProjectView project() {
        long last = journal.isEmpty() ? 0 : journal.getLast().id();
        return new ProjectView(
                "demo",
                paths.directory().toString(),
                List.of(),
                ProcessHandle.current().pid(),
                "1",
                AT,
                "fake",
                false,
                processes().size(),
                0,
                last,
                List.of(),
                ScreenView.NONE,
                false);
    }

    @Override
    public List<ProcessView> processes() {
        return processes.all();
    }

    @Override
    public ProcessView process(String name) {
        return processes.one(name);
    }

    @Override
    public WebLink web(OptionalInt port, boolean reset, String who) {
        calls.add("web " + port + " " + reset);
        return new WebLink(
                "http://127.0.0.1:7433/",
                "http://127.0.0.1:7433/enter?ticket=once",
                Instant.parse("2026-01-31T12:10:00Z"),
                paths.webToken().toString());
    }

    @Override
    public List<String> selectLogs(List<String> patterns) {
        return select(patterns);
    }

    @Override
    public List<String> select(List<String> patterns) {
        return processes.select(patterns);
    }

    @Override
    public ActionResult start(List<String> names, boolean withDependencies, String who) {
        return act("start", names, withDependencies ? " with dependencies" : "");
    }

    @Override
    public ActionResult stop(List<String> names, boolean force, String who) {
        return act("stop", names, force ? " by force" : "");
    }

    @Override
    public ActionResult restart(List<String> names, String who) {
        return act("restart", names, "");
    }

    private ActionResult act(String verb, List<String> patterns, String how) {
        List<String> names = select(patterns);
        called(verb + " " + names + how);
        return new ActionResult(names, List.of(), List.of());
    }

    @Override
    public ActionResult replace(List<String> names, String who) {
        return act("replace", names, "");
    }

    @Override
    public void signal(String name, String signal, String who) {
        called("signal " + name + " " + signal + " by " + who);
    }

    @Override
    public void input(String name, byte[] text, boolean end) {
        process(name);
        called(
                "input "
                        + name
                        + " <"
                        + new String(text, StandardCharsets.UTF_8)
                        + ">"
                        + (end ? " and end" : ""));
    }

    @Override
    public FactsView facts(String name) {
        return new FactsView(
                name, process(name).command(), "/srv", List.of("PORT"), Map.of(), List.of());
    }

    @Override
    public WhyView why(String name) {
        return new WhyView(
                process(name).name(),
                ProcessState.RESTARTING,
                "restarting in 3.2 s: exit 1",
                List.copyOf(journal),
                List.copyOf(lines),
                Optional.of("mend it"));
    }

    @Override
    public PlanView plan() {
        return plan;
    }

    @Override
    public ActionResult reload(String who) {
        called("reload");
        return reloaded;
    }

    @Override
    public void down(String who) {
        called("down");
    }

    @Override
    public List<EventView> events(OptionalLong after, int limit, Optional<String> process) {
        process.ifPresent(name -> calls.add("events of " + name));
        List<EventView> behind =
                journal.stream().filter(event -> event.id() > after.orElse(0)).toList();
        return after.isPresent()
                ? behind.subList(0, Math.min(limit, behind.size()))
                : behind.subList(Math.max(0, behind.size() - limit), behind.size());
    }

    @Override
    public FollowHandle followEvents(
            long after, Optional<String> process, Follower<EventView> follower) {
        eventFollowers.add(follower);
        return () -> eventFollowers.remove(follower);
    }

    @Override
    public FollowHandle followProcesses(boolean usage, Follower<ProcessUpdate> follower) {
        return processes.follow(follower);
    }

    @Override
    public List<LogLineView> logs(LogQuery query, int limit) {
        calls.add("logs " + query.tail() + " " + query.since().isPresent());
        return logs.read(query, limit);
    }

    @Override
    public FollowHandle followLogs(LogQuery query, Follower<LogLineView> follower) {
        return logs.follow(follower);
    }

    @Override
    public Tails tails(List<String> names, int most, int first) {
        return new FakeTails(this, names, first);
    }
}
