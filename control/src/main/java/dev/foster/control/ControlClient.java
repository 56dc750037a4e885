package dev.foster.control;

import dev.foster.control.http.Exchange;
import dev.foster.control.http.Headers;
import dev.foster.control.http.HttpClient;
import dev.foster.control.http.HttpReply;
import dev.foster.control.http.SseEvent;
import dev.foster.control.http.Target;
import dev.foster.control.json.JsonProblem;
import dev.foster.control.json.JsonText;
import dev.foster.control.json.Members;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;

/** Asks the daemon of one project. What it refuses is thrown as a {@link ControlProblem}. */
public final class ControlClient {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String VERSION = "v1";

    /** A little more often than ten times a second. */
    private static final String BEAT_MILLIS = "80";

    private final HttpClient http;
    private final Path socket;
    private final Path directory;

    /**
     * A client of the project's daemon, whether it runs or not.
     *
     * @param program what asks, for the journal: {@code foster stop}
     */
    public ControlClient(ProjectPaths project, String program) {
        project.refuseStrangers();
        this.socket = project.socket();
        this.directory = project.directory();
        this.http = HttpClient.onUnixSocket(socket).with("user-agent", program);
    }

    public ProjectView project() {
        return get("ask about the project", target("project"), ProjectView::fromJson);
    }

    public List<ProcessView> processes() {
        return get(
                "list processes",
                target("processes"),
                json -> Members.of(json).list("processes", ProcessView::fromJson));
    }

    public ProcessView process(String name) {
        return get("look at " + name, Target.of(VERSION, "processes", name), ProcessView::fromJson);
    }

    public WhyView why(String name) {
        return get(
                "explain " + name, Target.of(VERSION, "processes", name, "why"), WhyView::fromJson);
    }

    public FactsView facts(String name) {
        return get(
                "look at " + name,
                Target.of(VERSION, "processes", name, "facts"),
                FactsView::fromJson);
    }

    /**
     * What a process uses and used.
     *
     * @param proportional whether to find out what it really holds, which costs the daemon time
     */
    public UsageView usage(String name, boolean proportional) {
        Target target = Target.of(VERSION, "processes", name, "usage");
        return get(
                "look at " + name,
                proportional ? target.with("pss", "true") : target,
                UsageView::fromJson);
    }

    /** What all processes used in the last minute. */
    public List<UsageLineView> usages() {
        return get(
                "look at what is used",
                target("usage"),
                json -> Members.of(json).list("processes", UsageLineView::fromJson));
    }

    public PlanView plan() {
        return get("plan a reload", target("plan"), PlanView::fromJson);
    }

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

    public BusView bus() {
        return get("ask about the bus", target("bus"), BusView::fromJson);
    }

    /** Who is on the bus; empty where the bus is not Foster's own. */
    public List<BusConnectionView> busConnections() {
        return get(
                "ask about the bus",
                Target.of(VERSION, "bus", "connections"),
                json -> Members.of(json).list("connections", BusConnectionView::fromJson));
    }

    /** Who listens to what on the bus; empty where it is not Foster's own. */
    public List<BusSubjectView> busSubjects() {
        return get(
                "ask about the bus",
                Target.of(VERSION, "bus", "subjects"),
                json -> Members.of(json).list("subjects", BusSubjectView::fromJson));
    }

    /**
     * Asks on the bus, and waits for the answer.
     *
     * @param limit 20 seconds at most
     */
    public BusAnswer busRequest(String subject, String data, Duration limit) {
        return post(
                "ask on " + subject,
                Target.of(VERSION, "bus", "request"),
                Members.none()
                        .put("subject", subject)
                        .put("data", data)
                        .put("timeout_ms", limit.toMillis()),
                BusAnswer::fromJson);
    }

    /** The MCP servers and their sessions; an empty view where there are none. */
    public McpView mcp() {
        return get("ask about MCP servers", target("mcp"), McpView::fromJson);
    }

    /** All figures of the daemon, as Prometheus reads them. */
    public String metrics() {
        String doing = "ask for metrics";
        try {
            HttpReply reply = http.send("GET", Target.of("metrics"), Optional.empty(), LIMIT);
            if (reply.status() >= 300) {
                throw refused(doing, reply);
            }
            return new String(reply.body(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw unreachable(doing, failure);
        }
    }

    /** The same as JSON. */
    public Map<String, Object> metricsJson() {
        return get("ask for metrics", target("metrics"), json -> Members.of(json).object());
    }

    /** Who is told what happens. */
    public List<HookView> hooks() {
        return get(
                "ask about hooks",
                target("notify"),
                json -> Members.of(json).list("hooks", HookView::fromJson));
    }

    /** Sends a test message to a hook, or to all. */
    public List<HookTestView> testHooks(Optional<String> hook) {
        return post(
                "test hooks",
                Target.of(VERSION, "notify", "test"),
                Members.none().put("hook", hook),
                json -> Members.of(json).list("results", HookTestView::fromJson));
    }

    /** Ends a client's session with an MCP server. */
    public void endMcpSession(String id) {
        ask(
                "end the session " + id,
                "DELETE",
                Target.of(VERSION, "mcp", "sessions", id),
                Optional.empty(),
                json -> json);
    }

    /**
     * Asks for a link that lets one person in to the dashboard, which is opened if it was not.
     *
     * @param reset whether to make another token first, and log everybody out
     */
    public WebLink web(OptionalInt port, boolean reset) {
        Members body = Members.none().put("reset", reset);
        return post(
                "open the dashboard",
                target("web"),
                port.isPresent() ? body.put("port", port.getAsInt()) : body,
                WebLink::fromJson);
    }

    /** Passes on what a person wrote, and brings the answer. */
    public ChatView chat(String user, String text) {
        return post(
                "chat",
                target("chat"),
                Members.none().put("user", user).put("text", text),
                ChatView::fromJson);
    }

    public ActionResult reload() {
        return act("reload", Members.none(), "the project");
    }

    private ActionResult act(String action, Members body, String what) {
        return post(action + " " + what, target(action), body, ActionResult::fromJson);
    }

    public void down() {
        post("bring the project down", target("down"), Members.none(), json -> json);
    }

    /** The processes that patterns mean. */
    public List<String> select(List<String> patterns) {
        Target target = withNames(target("select"), patterns);
        return get(
                "find " + String.join(" ", patterns),
                target,
                json -> Members.of(json).texts("names"));
    }

    /** Those whose logs patterns mean: processes, and MCP servers. */
    public List<String> selectLogs(List<String> patterns) {
        return get(
                "find " + String.join(" ", patterns),
                withNames(target("select"), patterns).with("logs", "true"),
                json -> Members.of(json).texts("names"));
    }

    public void signal(String name, String signal) {
        post(
                "signal " + name,
                Target.of(VERSION, "processes", name, "signal"),
                Members.none().put("signal", signal),
                json -> json);
    }

    /**
     * Writes to a process's standard input.
     *
     * @param end whether to close it afterwards
     */
    public void input(String name, byte[] text, boolean end) {
        Target target = Target.of(VERSION, "processes", name, "input");
        ask(
                "send to " + name,
                "POST",
                end ? target.with("end", "true") : target,
                Optional.of(text),
                json -> json);
    }

    /** The first so many events behind an id; without one, the newest so many. */
    public List<EventView> events(OptionalLong after, int limit, Optional<String> process) {
        Target target = target("events").with("limit", Integer.toString(limit));
        if (after.isPresent()) {
            target = target.with("after", Long.toString(after.getAsLong()));
        }
        return get(
                "read events",
                process.isPresent() ? target.with("process", process.get()) : target,
                json -> Members.of(json).list("events", EventView::fromJson));
    }

    /** Gives every line of the query that there is by now, page by page. */
    public void logs(LogQuery query, Consumer<LogLineView> reader) {
        Instant now = Instant.now();
        Optional<LogQuery> next = Optional.of(query);
        while (next.isPresent()) {
            Members page = get("read logs", target(next.get()), Members::of);
            List<LogLineView> lines = page.list("lines", LogLineView::fromJson);
            lines.forEach(reader);
            // Behind the last page of a busy log there is always one more.
            boolean more =
                    page.optionalFlag("more")
                            && !lines.isEmpty()
                            && !lines.getLast().at().isAfter(now);
            next = more ? Optional.of(query.behind(lines.getLast().cursor())) : Optional.empty();
        }
    }

    /** The lines of the query that there are by now, in one list. */
    public List<LogLineView> logs(LogQuery query) {
        var lines = new ArrayList<LogLineView>();
        logs(query, lines::add);
        return lines;
    }

    /** The last lines of processes. */
    public List<TailView> tails(List<String> names, int lines) {
        return get(
                "read the last lines",
                withNames(target("tails"), names).with("first", Integer.toString(lines)),
                TailView::listFrom);
    }

    /** Everything behind an id, then what comes. */
    public Following<EventView> followEvents(long after, Optional<String> process) {
        Target target = target("events").with("after", Long.toString(after));
        return listen(
                "follow events",
                process.isPresent() ? target.with("process", process.get()) : target,
                event -> ifKind("event", event, EventView::fromJson));
    }

    public Following<LogLineView> followLogs(LogQuery query) {
        return listen(
                "follow logs",
                target(query),
                event -> ifKind("line", event, LogLineView::fromJson));
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
        return listen(
                "follow the last lines",
                withNames(target("tails"), names)
                        .with("lines", Integer.toString(lines))
                        .with("first", Integer.toString(first))
                        .with("beat", BEAT_MILLIS),
                event -> ifKind("tails", event, TailView::listFrom));
    }

    public Following<ProcessNews> followProcesses() {
        return listen("watch processes", target("processes"), ControlClient::news);
    }

    /** The same, with what each process uses, measured about once a second. */
    public Following<ProcessNews> followProcessesAndUsage() {
        return listen(
                "watch processes", target("processes").with("usage", "1"), ControlClient::news);
    }

    private static Optional<ProcessNews> news(SseEvent event) {
        if (event.event().equals("snapshot")) {
            return Optional.of(
                    new ProcessNews.Snapshot(
                            Members.of(JsonText.parse(event.data()))
                                    .list("processes", ProcessView::fromJson)));
        }
        return ifKind(
                "process", event, json -> new ProcessNews.Changed(ProcessView.fromJson(json)));
    }

    private static <T> Optional<T> ifKind(
            String kind, SseEvent event, Function<Object, ? extends T> reading) {
        return event.event().equals(kind)
                ? Optional.of(reading.apply(JsonText.parse(event.data())))
                : Optional.empty();
    }

    private static Target target(String resource) {
        return Target.of(VERSION, resource);
    }

    private static Target target(LogQuery query) {
        Target target = withNames(target("logs"), query.names());
        if (query.tail().isPresent()) {
            target = target.with("tail", Integer.toString(query.tail().getAsInt()));
        }
        if (query.since().isPresent()) {
            target = target.with("since", query.since().get().toString());
        }
        if (query.after().isPresent()) {
            target = target.with("after", query.after().get());
        }
        return query.before().isPresent() ? target.with("before", query.before().get()) : target;
    }

    private static Target withNames(Target target, List<String> names) {
        Target all = target;
        for (String name : names) {
            all = all.with("name", name);
        }
        return all;
    }

    private <T> T get(String doing, Target target, Function<Object, T> reading) {
        return ask(doing, "GET", target, Optional.empty(), reading);
    }

    private <T> T post(String doing, Target target, Members body, Function<Object, T> reading) {
        byte[] json = JsonText.write(body.object()).getBytes(StandardCharsets.UTF_8);
        return ask(doing, "POST", target, Optional.of(json), reading);
    }

    private <T> T ask(
            String doing,
            String method,
            Target target,
            Optional<byte[]> body,
            Function<Object, T> reading) {
        try {
            HttpReply reply = http.send(method, target, body, LIMIT);
            if (reply.status() >= 300) {
                throw refused(doing, reply);
            }
            return reading.apply(
                    reply.body().length == 0 ? Map.of() : JsonText.parse(reply.body()));
        } catch (IOException failure) {
            throw unreachable(doing, failure);
        } catch (JsonProblem problem) {
            throw strange(doing, String.valueOf(problem.getMessage()));
        }
    }

    private <T> Following<T> listen(String doing, Target target, Following.Reading<T> reading) {
        try {
            Exchange exchange = http.listen(target, Headers.none());
            if (exchange.status() == 200) {
                return new Following<>(exchange, reading);
            }
            try (exchange) {
                throw refused(doing, exchange.whole());
            }
        } catch (IOException failure) {
            throw unreachable(doing, failure);
        }
    }

    private ControlProblem refused(String doing, HttpReply reply) {
        try {
            return new ControlProblem(ProblemView.fromJson(JsonText.parse(reply.body())));
        } catch (JsonProblem notOurs) {
            return strange(doing, "status " + reply.status());
        }
    }

    private ControlProblem strange(String doing, String what) {
        return new ControlProblem(
                ProblemCode.INTERNAL,
                "cannot "
                        + doing
                        + ": the foster that runs for "
                        + directory
                        + " gives an answer that makes no sense here ("
                        + what
                        + "); use the same version as that one");
    }

    /** A socket without a listener is one that a killed daemon left behind. */
    private ControlProblem unreachable(String doing, IOException failure) {
        boolean nobody =
                failure instanceof ConnectException
                        || (failure instanceof SocketException && !Files.exists(socket));
        if (nobody) {
            return new ControlProblem(
                    ProblemCode.NOT_RUNNING,
                    "cannot "
                            + doing
                            + ": no foster is running for "
                            + directory
                            + "; start it with foster up");
        }
        return new ControlProblem(
                ProblemCode.INTERNAL,
                "cannot "
                        + doing
                        + ": the foster that runs for "
                        + directory
                        + " does not answer ("
                        + failure.getMessage()
                        + "); look at it with foster doctor");
    }
}
