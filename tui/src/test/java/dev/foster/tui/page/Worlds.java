package dev.foster.tui.page;

import dev.foster.control.BusView;
import dev.foster.control.EventTone;
import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.GaugeView;
import dev.foster.control.McpChannelView;
import dev.foster.control.McpServerView;
import dev.foster.control.McpSessionView;
import dev.foster.control.McpView;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectView;
import dev.foster.control.ScreenView;
import dev.foster.control.WhyView;
import dev.foster.tui.world.ChatState;
import dev.foster.tui.world.Curve;
import dev.foster.tui.world.DaemonLink;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;
import dev.foster.tui.world.Utterance;
import dev.foster.tui.world.World;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Things to look at: a shop whose processes are in all kinds of states. */
final class Worlds {
    static final Instant NOW = Instant.parse("2026-05-31T14:05:09.250Z");

    private Worlds() {}

    static World shop() {
        return with(new DaemonLink.Live(), processes());
    }

    static World with(DaemonLink link, List<ProcessView> processes) {
        Map<String, Curve> processor = new HashMap<>();
        Map<String, Curve> memory = new HashMap<>();
        Map<String, Output> outputs = new HashMap<>();
        for (ProcessView process : processes) {
            int seed = Math.floorMod(process.name().hashCode(), 17);
            Curve cpu = Curve.NONE;
            Curve bytes = Curve.NONE;
            for (int second = 0; second < 30; second++) {
                cpu = cpu.plus(50 + 48 * Math.sin((second + seed) / 3.0));
                bytes = bytes.plus(60e6 + second * 1e6 * (1 + seed));
            }
            processor.put(process.name(), cpu);
            memory.put(process.name(), bytes);
            outputs.put(process.name(), output(process.name()));
        }
        return new World(
                link,
                Optional.of(project(processes.size())),
                processes,
                processor,
                memory,
                outputs,
                events(),
                chat(),
                bus(),
                why(),
                Map.of("api", facts()),
                NOW);
    }

    static World withOutput(World world, String name, Output output) {
        Map<String, Output> outputs = new HashMap<>(world.outputs());
        outputs.put(name, output);
        return new World(
                world.link(),
                world.project(),
                world.processes(),
                world.processor(),
                world.memory(),
                outputs,
                world.events(),
                world.chat(),
                world.bus(),
                world.why(),
                world.facts(),
                world.now());
    }

    static ChatState bus() {
        return new ChatState(
                List.of(
                        new BusView.CommandView("orders", "shaper", "lists the newest orders"),
                        new BusView.CommandView(
                                "refund", "shaper", "gives a customer the money back, all of it")),
                Optional.empty());
    }

    /** MCP servers of the shop, and clients of both kinds. */
    static McpView servers() {
        return new McpView(
                Optional.of("127.0.0.1:8808"),
                Optional.of("token"),
                Optional.of("/home/ada/.local/state/foster/shop-0123456789ab/mcp-token"),
                List.of(
                        server("catalogue", Optional.of("legacy"), 3, 2, 1, 1_204, 7),
                        server("orders", Optional.of("modern"), 1, 0, 0, 88, 0),
                        server("everything", Optional.empty(), 0, 0, 0, 0, 0)),
                List.of(
                        session("3f9a2c10", "catalogue", "bob", 40, 2, Optional.of(7_102L)),
                        session("a01b77de", "catalogue", "alice", 3_600, 900, Optional.empty())),
                List.of(new McpChannelView("orders", "alice", Optional.of(7_140L), 0)),
                List.of());
    }

    static McpServerView server(
            String name,
            Optional<String> era,
            int children,
            int sessions,
            int restarts,
            long calls,
            long errors) {
        return new McpServerView(
                name,
                Optional.of("the " + name + " of the shop"),
                "http://127.0.0.1:8808/mcp/" + name,
                era,
                "client",
                children,
                sessions,
                restarts,
                calls,
                errors);
    }

    static McpSessionView session(
            String id, String server, String caller, long age, long idle, Optional<Long> pid) {
        return new McpSessionView(
                id,
                server,
                caller,
                "2025-11-25",
                NOW.minusSeconds(age),
                NOW.minusSeconds(idle),
                idle < 10 ? 1 : 0,
                1,
                0,
                pid,
                0);
    }

    static World withBus(World world, ChatState bus) {
        return new World(
                world.link(),
                world.project(),
                world.processes(),
                world.processor(),
                world.memory(),
                world.outputs(),
                world.events(),
                List.of(),
                bus,
                world.why(),
                world.facts(),
                world.now());
    }

    static ProjectView project(int processes) {
        return new ProjectView(
                "shop",
                "/srv/shop",
                List.of("foster.yaml"),
                4000,
                "1.0",
                NOW.minusSeconds(7_500),
                "linux",
                false,
                processes,
                5,
                9,
                List.of(),
                new ScreenView(
                        List.of(),
                        List.of(new ScreenView.KeyView("Space", "shaper", "pause", "pause"))),
                false);
    }

    static List<ProcessView> processes() {
        return List.of(
                running("database", 4711, 7_440, 3.4, 312_400_000).in("storage").view(),
                running("api", 4802, 7_435, 48.2, 123_400_000)
                        .in("backend")
                        .after(Map.of("database", "ready"))
                        .view(),
                running("worker", 5120, 192, 101.5, 84_000_000)
                        .in("backend")
                        .restarts(3)
                        .after(Map.of("database", "ready"))
                        .view(),
                new Made("mailer", ProcessState.RESTARTING)
                        .restarts(4)
                        .reason("restarting in 3.2 s: fourth crash in 41 s, exit 1")
                        .view(),
                running("shaper", 4803, 7_400, 0.3, 12_000_000)
                        .plugin()
                        .gauge(new GaugeView(412.5, 900, true, "req/s", curve()))
                        .alert("upstream too slow: 4812 ms")
                        .view(),
                new Made("web", ProcessState.STARTING)
                        .pid(5200)
                        .up(4)
                        .gauge(new GaugeView(1250, 900, false, "req/s", curve()))
                        .reason("waits until port 8080 answers")
                        .view(),
                new Made("reports", ProcessState.GAVE_UP)
                        .restarts(10)
                        .reason("10 failures in 60 s, exit 127")
                        .view(),
                new Made("migrate", ProcessState.COMPLETED).view(),
                new Made("console", ProcessState.DISABLED).view());
    }

    private static List<Double> curve() {
        return List.of(900.0, 910.0, 880.0, 700.0, 640.0, 520.0, 450.0, 412.5);
    }

    private static Made running(String name, long pid, long up, double cpu, long bytes) {
        return new Made(name, ProcessState.RUNNING).ready().pid(pid).up(up).uses(cpu, bytes);
    }

    static Output output(String name) {
        List<LogLine> lines = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            lines.add(
                    line(
                            i,
                            i % 7 == 5 ? LogLine.Voice.ERROR : LogLine.Voice.OUTPUT,
                            i % 7 == 5
                                    ? name + ": timeout after 250 ms, order " + (9_000 + i)
                                    : "GET /orders/"
                                            + (9_000 + i)
                                            + " \u001b[32m200\u001b[0m in "
                                            + (7 + i % 5)
                                            + " ms for customer 7f3a"
                                            + i
                                            + " with 3 items and a note that goes on for a while,"
                                            + " as notes do"));
        }
        lines.add(line(60, LogLine.Voice.FOSTER, "12 lines were not kept"));
        lines.add(line(61, LogLine.Voice.OUTPUT, "listening on 127.0.0.1:8080"));
        return new Output(lines, true);
    }

    static LogLine line(long number, LogLine.Voice voice, String text) {
        return new LogLine(NOW.minusMillis(61_000 - number * 1_003), voice, text, 1_000 + number);
    }

    static List<EventView> events() {
        var events = new ArrayList<EventView>();
        events.add(event(1, 90_000, "database", "started", "started with pid 4711", ""));
        for (int i = 2; i < 40; i++) {
            events.add(event(i, 4_000 - i * 100L, "api", "ready", "ready after 1.2 s", ""));
        }
        events.add(event(40, 60, "worker", "restart-asked", "restart asked", "anna"));
        events.add(event(41, 59, "worker", "exited", "ended with exit 0", ""));
        events.add(event(42, 41, "mailer", "failed", "ended with exit 1 after 2.1 s", ""));
        events.add(event(43, 40, "mailer", "restarting", "starts again in 3.2 s", ""));
        events.add(event(44, 4, "", "reloaded", "2 processes changed", "anna"));
        return events;
    }

    private static EventView event(
            long id, long secondsAgo, String process, String kind, String text, String who) {
        return new EventView(
                id,
                NOW.minusSeconds(secondsAgo),
                process.isEmpty() ? Optional.empty() : Optional.of(process),
                kind,
                tone(kind),
                Optional.empty(),
                text,
                who.isEmpty() ? Optional.empty() : Optional.of(who),
                Map.of());
    }

    private static EventTone tone(String kind) {
        return switch (kind) {
            case "gave-up", "failed", "over-limit" -> EventTone.BAD;
            case "restarting", "unhealthy", "probe-failed" -> EventTone.DOUBTFUL;
            case "ready", "completed" -> EventTone.GOOD;
            default -> EventTone.NEUTRAL;
        };
    }

    private static List<Utterance> chat() {
        return List.of(
                new Utterance("anna", "!help", true),
                new Utterance(
                        "foster",
                        "!ping answers pong; !orders N lists the last N orders of everybody who"
                                + " ordered something today; !quit ends the conversation",
                        true),
                new Utterance("anna", "!orders many", true),
                new Utterance("shaper", "cannot list orders: \"many\" is not a number", false),
                new Utterance("anna", "!orders 2", true),
                new Utterance("shaper", "9001  7f3a  3 items\n9002  81bc  1 item", true));
    }

    private static Map<String, WhyView> why() {
        return Map.of(
                "api",
                new WhyView(
                        "api",
                        ProcessState.RUNNING,
                        "running for 2h03m: ready since its port answered",
                        List.of(),
                        List.of(),
                        Optional.empty()),
                "reports",
                new WhyView(
                        "reports",
                        ProcessState.GAVE_UP,
                        "gave up: 10 failures in 60 s, the last with exit 127",
                        List.of(),
                        List.of(),
                        Optional.of("exit 127 means that a command was not found; look at PATH")));
    }

    private static FactsView facts() {
        var settings = new LinkedHashMap<String, String>();
        settings.put("ready", "http GET http://127.0.0.1:8080/health every 1 s");
        settings.put("restart", "on failure, after 1 s, doubled up to 30 s; 10 in 60 s give up");
        settings.put("stop", "SIGTERM, SIGKILL after 10 s");
        settings.put("log", "50 MB in 5 files");
        return new FactsView(
                "api",
                List.of("node", "server.js", "--port", "8080"),
                "/srv/shop/api",
                List.of("DATABASE_URL", "HOME", "NODE_ENV", "PATH", "PORT", "TZ"),
                settings,
                List.of(
                        new FactsView.RunView(
                                1,
                                NOW.minusSeconds(9_000),
                                Optional.of(NOW.minusSeconds(8_000)),
                                Optional.of("exit 1")),
                        new FactsView.RunView(
                                2, NOW.minusSeconds(7_435), Optional.empty(), Optional.empty())));
    }

    /** A process that is being made up. */
    static final class Made {
        private final Map<String, Object> members;

        Made(String name, ProcessState state) {
            List<String> command = List.of("bin/" + name, "--verbose");
            members = new LinkedHashMap<>(ProcessView.of(name, state, command).toJson());
        }

        Made ready() {
            return put("ready", true);
        }

        Made pid(long pid) {
            return put("pid", pid);
        }

        Made up(long seconds) {
            return put("started_at", NOW.minusSeconds(seconds).toString());
        }

        Made restarts(long count) {
            return put("restarts", count);
        }

        Made uses(double cpu, long bytes) {
            return put("cpu_percent", cpu).put("memory_bytes", bytes);
        }

        Made in(String group) {
            return put("group", group);
        }

        Made reason(String text) {
            return put("reason", text);
        }

        Made after(Map<String, String> dependsOn) {
            return put("depends_on", dependsOn);
        }

        Made plugin() {
            return put("kind", ProcessView.PLUGIN);
        }

        Made gauge(GaugeView gauge) {
            return put("gauge", gauge.toJson());
        }

        Made alert(String text) {
            return put("alert", text);
        }

        Made put(String key, Object value) {
            members.put(key, value);
            return this;
        }

        ProcessView view() {
            return ProcessView.fromJson(members);
        }
    }
}
