package dev.foster.cli;

import dev.foster.control.ActionResult;
import dev.foster.control.BusAnswer;
import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;
import dev.foster.control.BusView;
import dev.foster.control.ChatView;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.McpView;
import dev.foster.control.PlanView;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProcessNews;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectPaths;
import dev.foster.control.ProjectView;
import dev.foster.control.ScreenView;
import dev.foster.control.TailView;
import dev.foster.control.UsageHistoryView;
import dev.foster.control.UsageLineView;
import dev.foster.control.UsageView;
import dev.foster.control.WebLink;
import dev.foster.control.WhyView;
import dev.foster.control.http.HttpHandler;
import dev.foster.daemon.api.ApiServer;
import dev.foster.daemon.api.Follower;
import dev.foster.daemon.api.Operations;
import dev.foster.daemon.api.Subscription;
import dev.foster.daemon.api.Tails;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.metrics.MetricFamily;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A daemon without processes behind the real API: it remembers what it was asked, and its processes
 * become what a test says.
 */
public final class FakeDaemon implements Operations, AutoCloseable {
    public static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    public final List<String> calls = new CopyOnWriteArrayList<>();
    public final List<EventView> journal = new CopyOnWriteArrayList<>();
    public final List<LogLineView> lines = new CopyOnWriteArrayList<>();
    public volatile PlanView plan = new PlanView(List.of(), 2, List.of());
    public volatile McpView mcp = McpView.NONE;
    public volatile ActionResult reloaded = new ActionResult(List.of(), List.of(), List.of());

    /** What happens when a request came: a test may let processes go through their states. */
    public volatile Consumer<String> onCall = _ -> {};

    /** What each process uses; one that is not here does not run. */
    public final Map<String, UsageView> usages = new ConcurrentHashMap<>();

    private final Map<String, ProcessView> processes = new LinkedHashMap<>();
    private final List<Follower<ProcessNews>> processFollowers = new ArrayList<>();
    private final List<Follower<EventView>> eventFollowers = new CopyOnWriteArrayList<>();
    private final List<Follower<LogLineView>> logFollowers = new CopyOnWriteArrayList<>();
    private final ApiServer server = new ApiServer(this);
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
    public synchronized void put(ProcessView view) {
        boolean known = processes.put(view.name(), view) != null;
        ProcessNews news =
                known
                        ? new ProcessNews.Changed(view)
                        : new ProcessNews.Snapshot(List.copyOf(processes.values()));
        processFollowers.forEach(follower -> follower.next(news));
    }

    /** Takes a process out of the project. */
    public synchronized void remove(String name) {
        processes.remove(name);
        var news = new ProcessNews.Snapshot(List.copyOf(processes.values()));
        processFollowers.forEach(follower -> follower.next(news));
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
                ProcessState.RUNNING,
                true,
                1,
                Optional.of(pid),
                Optional.of(AT),
                Optional.of(192_000L),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.of(1.25),
                Optional.of(12_300_000L),
                Optional.empty(),
                Map.of(),
                List.of("run", name),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                ProcessView.PROCESS,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public static EventView event(long id, String text) {
        return new EventView(
                id,
                AT,
                Optional.of("web"),
                "said",
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
        lines.add(line);
        logFollowers.forEach(follower -> follower.next(line));
    }

    public void say(EventView event) {
        journal.add(event);
        eventFollowers.forEach(follower -> follower.next(event));
    }

    public int followers() {
        synchronized (this) {
            return processFollowers.size() + eventFollowers.size() + logFollowers.size();
        }
    }

    /** What a daemon that goes down does. */
    public void goDown() {
        synchronized (this) {
            processFollowers.forEach(Follower::end);
        }
        eventFollowers.forEach(Follower::end);
        logFollowers.forEach(Follower::end);
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

    private void called(String call) {
        calls.add(call);
        onCall.accept(call);
    }

    @Override
    public ProjectView project() {
        long last = journal.isEmpty() ? 0 : journal.getLast().id();
        return new ProjectView(
                "demo",
                paths.directory().toString(),
                List.of(),
                1,
                "1",
                AT,
                "fake",
                false,
                processes().size(),
                0,
                last,
                List.of(),
                ScreenView.NONE);
    }

    @Override
    public synchronized List<ProcessView> processes() {
        return List.copyOf(processes.values());
    }

    @Override
    public ProcessView process(String name) {
        return processes().stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new ControlProblem(
                                        ProblemCode.UNKNOWN_NAME,
                                        "cannot find "
                                                + name
                                                + ": there is no such process; see foster ps"));
    }

    @Override
    public McpView mcp() {
        return mcp;
    }

    @Override
    public List<MetricFamily> metrics() {
        var families = new Families();
        families.add(Metric.PROCESS_RESTARTS, 3, "web");
        return families.all();
    }

    @Override
    public List<HookView> hooks() {
        return List.of(
                new HookView(
                        "hook-1",
                        "webhook",
                        "https://example.org/…",
                        List.of("crash", "gave-up"),
                        4,
                        3,
                        2,
                        1,
                        0,
                        Optional.of("status 500")));
    }

    @Override
    public List<HookTestView> testHooks(Optional<String> hook, String who) {
        called("test " + hook.orElse("all"));
        boolean good = !hook.equals(Optional.of("broken"));
        return List.of(
                new HookTestView(
                        hook.orElse("hook-1"),
                        "https://example.org/…",
                        good,
                        good ? "status 204" : "status 404",
                        12));
    }

    @Override
    public void endMcpSession(String id, String who) {
        if (mcp.sessions().stream().noneMatch(session -> session.id().equals(id))) {
            throw new ControlProblem(
                    ProblemCode.UNKNOWN_NAME,
                    "cannot end session \"" + id + "\": there is none of this id; name another");
        }
        calls.add("end session " + id);
    }

    @Override
    public Optional<HttpHandler> mcpServers() {
        return Optional.empty();
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
    public List<BusConnectionView> busConnections() {
        return List.of();
    }

    @Override
    public List<BusSubjectView> busSubjects() {
        return List.of();
    }

    @Override
    public BusAnswer busRequest(String subject, String data, Duration limit, String who) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<String> selectLogs(List<String> patterns) {
        return select(patterns);
    }

    @Override
    public List<String> select(List<String> patterns) {
        var names = new ArrayList<String>();
        for (String pattern : patterns) {
            if (pattern.equals("all")) {
                processes().forEach(view -> names.add(view.name()));
            } else if (pattern.endsWith("*")) {
                String begin = pattern.substring(0, pattern.length() - 1);
                processes().stream()
                        .map(ProcessView::name)
                        .filter(name -> name.startsWith(begin))
                        .forEach(names::add);
            } else {
                names.add(process(pattern).name());
            }
        }
        return names;
    }

    @Override
    public ActionResult start(List<String> names, boolean withDependencies, String who) {
        return act("start " + names + (withDependencies ? " with dependencies" : ""), names);
    }

    @Override
    public ActionResult stop(List<String> names, boolean force, String who) {
        return act("stop " + names + (force ? " by force" : ""), names);
    }

    @Override
    public ActionResult restart(List<String> names, String who) {
        return act("restart " + names, names);
    }

    private ActionResult act(String call, List<String> names) {
        called(call);
        return new ActionResult(names, List.of(), List.of());
    }

    @Override
    public ActionResult replace(List<String> names, String who) {
        return act("replace " + names, names);
    }

    @Override
    public BusView bus() {
        throw new ControlProblem(
                ProblemCode.CONFLICT, "cannot use the bus: there is none; add one");
    }

    @Override
    public ChatView chat(String user, String text) {
        return new ChatView(true, user + " wrote " + text, Optional.empty());
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
    public Subscription followEvents(
            long after, Optional<String> process, Follower<EventView> follower) {
        eventFollowers.add(follower);
        return () -> eventFollowers.remove(follower);
    }

    @Override
    public synchronized Subscription followProcesses(
            boolean usage, Follower<ProcessNews> follower) {
        follower.next(new ProcessNews.Snapshot(processes()));
        processFollowers.add(follower);
        return () -> {
            synchronized (this) {
                processFollowers.remove(follower);
            }
        };
    }

    @Override
    public List<LogLineView> logs(LogQuery query, int limit) {
        calls.add("logs " + query.tail() + " " + query.since().isPresent());
        List<LogLineView> behind =
                lines.stream()
                        .filter(
                                line ->
                                        query.names().isEmpty()
                                                || query.names().contains(line.process()))
                        .filter(
                                line ->
                                        Long.parseLong(line.cursor())
                                                > query.after().map(Long::parseLong).orElse(0L))
                        .toList();
        int from = Math.max(0, behind.size() - query.tail().orElse(behind.size()));
        return behind.subList(from, Math.min(behind.size(), from + limit));
    }

    @Override
    public Subscription followLogs(LogQuery query, Follower<LogLineView> follower) {
        logFollowers.add(follower);
        return () -> logFollowers.remove(follower);
    }

    @Override
    public Tails tails(List<String> names, int most, int first) {
        return new FakeTails(names, first);
    }

    /** Every line there is, then each that a test says. */
    private final class FakeTails implements Tails, Follower<LogLineView> {
        private final LinkedBlockingQueue<List<TailView>> news = new LinkedBlockingQueue<>();
        private final List<String> names;
        private final int first;
        private boolean begun;
        private volatile boolean ended;

        FakeTails(List<String> names, int first) {
            this.names = names;
            this.first = first;
            logFollowers.add(this);
        }

        @Override
        public List<TailView> beginnings() {
            if (begun) {
                return List.of();
            }
            begun = true;
            return select(names.isEmpty() ? List.of("all") : names).stream()
                    .map(name -> logs(LogQuery.all().names(List.of(name)).tail(first), first))
                    .filter(some -> !some.isEmpty())
                    .map(
                            some ->
                                    new TailView(
                                            some.getFirst().process(), 0, Optional.of(false), some))
                    .toList();
        }

        @Override
        public List<TailView> news(Duration beat, Duration patience) throws InterruptedException {
            return Objects.requireNonNullElse(
                    news.poll(patience.toMillis(), TimeUnit.MILLISECONDS), List.of());
        }

        @Override
        public void next(LogLineView line) {
            if (names.isEmpty() || names.contains(line.process())) {
                news.add(List.of(new TailView(line.process(), 0, List.of(line))));
            }
        }

        @Override
        public void end() {
            ended = true;
            news.add(List.of());
        }

        @Override
        public boolean ended() {
            return ended && news.isEmpty();
        }

        @Override
        public void close() {
            logFollowers.remove(this);
            end();
        }
    }
}
