package dev.foster.cli;

import dev.foster.control.BusAnswer;
import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;
import dev.foster.control.BusView;
import dev.foster.control.ChatView;
import dev.foster.control.ControlProblem;
import dev.foster.control.HealthView;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.control.McpView;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.api.Operations;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.http.HttpHandler;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What a {@link FakeDaemon} has beside processes: no bus, the MCP servers that a test says, one
 * figure and one hook.
 */
abstract class FakeSurroundings implements Operations {
    public final List<String> calls = new CopyOnWriteArrayList<>();

    /** What happens when a request came: a test may let processes go through their states. */
    public volatile Consumer<String> onCall = _ -> {};

    public volatile McpView mcp = McpView.NONE;

    final void called(String call) {
        calls.add(call);
        onCall.accept(call);
    }

    @Override
    public BusView bus() {
        throw new ControlProblem(
                ProblemCode.CONFLICT, "cannot use the bus: there is none; add one");
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
    public ChatView chat(String user, String text) {
        return new ChatView(true, user + " wrote " + text, Optional.empty());
    }

    @Override
    public McpView mcp() {
        return mcp;
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
    public HealthView health() {
        return new HealthView(
                List.of(new HealthView.PartView("the supervision", HealthView.WELL, "")));
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
}
