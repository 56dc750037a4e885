package dev.foster.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Every record comes back from the wire as it went, and survives a newer writer. */
class WireRecordsTest {
    private static final Instant AT = Instant.parse("2026-01-31T12:00:00.123Z");
    private static final EventView EVENT =
            new EventView(
                    7,
                    AT,
                    Optional.of("web"),
                    "exited",
                    EventTone.BAD,
                    Optional.of(3L),
                    "web ended: exit 1",
                    Optional.of("root (foster stop)"),
                    Map.of("code", 1L));
    private static final LogLineView LINE =
            new LogLineView(AT, "web", LogLineView.ERR, "ü \u0001\n", "17");
    private static final ProcessView FULL =
            new ProcessView(
                    "web",
                    new ProcessView.Definition(
                            ProcessView.PLUGIN,
                            List.of("python3", "web.py"),
                            Optional.of("back"),
                            Map.of("db", "ready"),
                            Optional.of("the site")),
                    new ProcessView.Condition(
                            ProcessState.GAVE_UP, true, 2, Optional.of("third crash in 41 s")),
                    new ProcessView.LatestRun(
                            3,
                            Optional.of(4711L),
                            Optional.of(AT),
                            Optional.of(1500L),
                            Optional.of("exit 1"),
                            Optional.of(1L),
                            Optional.of(2L)),
                    new ProcessView.Consumption(Optional.of(12.5), Optional.of(1L << 40)),
                    new ProcessView.Told(
                            Optional.of("serving"),
                            Optional.of(
                                    new GaugeView(12.5, 40, true, "req/s", List.of(40.0, 12.5))),
                            Optional.of("DETECTED a fault"),
                            17));

    /** One whose time is its cursor's. */
    private static final LogLineView TAIL_LINE =
            new LogLineView(
                    Instant.ofEpochSecond(7, 89), "web", LogLineView.ERR, "text", "7000000089");

    @Test
    void aLineOfATailThatIsNoneIsAProblem() {
        for (Object line :
                List.of("text", List.of("1", "out"), List.of("soon", "out", "x"), List.of(1L))) {
            Map<String, Object> json =
                    Map.of("process", "web", "skipped", 0L, "lines", List.of(line));
            assertThatThrownBy(() -> TailView.fromJson(json)).isInstanceOf(JsonProblem.class);
        }
    }

    private static final UsageView USAGE =
            new UsageView(
                    "web",
                    3,
                    UsageView.PROC,
                    Optional.of(
                            new UsageView.CurrentUsageView(
                                    AT, 12.5, 1L << 40, 8, 2, 40, 7, 9, Optional.of(1L << 39))),
                    new UsageView.PeakUsageView(99.5, 1L << 41, 9, 3, 50),
                    new UsageView.LimitsView(
                            Optional.of(1L << 42),
                            Optional.of(150.0),
                            Optional.of(64L),
                            Optional.empty(),
                            Optional.of(4L)),
                    new UsageHistoryView(
                            List.of(1000L, 2000L),
                            List.of(Optional.of(12.5), Optional.empty()),
                            List.of(Optional.of(1L << 40), Optional.empty()),
                            List.of(Optional.of(8L), Optional.empty()),
                            List.of(Optional.of(40L), Optional.empty())));

    @Test
    void aPointOfAHistoryThatIsNoneIsAProblem() {
        for (Map<String, Object> history :
                List.<Map<String, Object>>of(
                        Map.of("at", List.of("now")),
                        Map.of("at", List.of(1L), "cpu_percent", List.of("much")))) {
            assertThatThrownBy(() -> UsageHistoryView.fromJson(history))
                    .isInstanceOf(JsonProblem.class);
        }
    }

    @Test
    void everyRecordComesBackAsItWent() {
        assertComesBack(USAGE, UsageView::toJson, UsageView::fromJson);
        assertComesBack(
                new UsageLineView(
                        "web",
                        List.of(Optional.of(0.5), Optional.empty()),
                        List.of(Optional.of(7L), Optional.empty())),
                UsageLineView::toJson,
                UsageLineView::fromJson);
        assertComesBack(FULL, ProcessView::toJson, ProcessView::fromJson);
        assertComesBack(
                ProcessView.of("a", ProcessState.WAITING, List.of()),
                ProcessView::toJson,
                ProcessView::fromJson);
        assertComesBack(
                new ProjectView(
                        "demo",
                        "/srv",
                        List.of("foster.yaml"),
                        1,
                        "0.1",
                        AT,
                        "linux",
                        true,
                        5,
                        4,
                        9,
                        List.of("the disk is full"),
                        new ScreenView(
                                List.of("web"),
                                List.of(
                                        new ScreenView.KeyView(
                                                "Space", "web", "next", "next chapter"))),
                        true),
                ProjectView::toJson,
                ProjectView::fromJson);
        assertComesBack(EVENT, EventView::toJson, EventView::fromJson);
        assertComesBack(
                new EventView(
                        1,
                        AT,
                        Optional.empty(),
                        "up",
                        EventTone.NEUTRAL,
                        Optional.empty(),
                        "",
                        Optional.empty(),
                        Map.of()),
                EventView::toJson,
                EventView::fromJson);
        assertComesBack(LINE, LogLineView::toJson, LogLineView::fromJson);
        assertComesBack(
                new WhyView(
                        "web",
                        ProcessState.RESTARTING,
                        "restarting in 3.2 s: exit 1",
                        List.of(EVENT),
                        List.of(LINE),
                        Optional.of("look at its log")),
                WhyView::toJson,
                WhyView::fromJson);
        assertComesBack(
                new FactsView(
                        "web",
                        List.of("run"),
                        "/srv",
                        List.of("PORT"),
                        Map.of("ready", "once started"),
                        List.of(
                                new FactsView.RunView(
                                        1, AT, Optional.of(AT), Optional.of("exit 1")),
                                new FactsView.RunView(2, AT, Optional.empty(), Optional.empty()))),
                FactsView::toJson,
                FactsView::fromJson);
        assertComesBack(
                new TailView("web", 12, Optional.of(true), List.of(TAIL_LINE)),
                TailView::toJson,
                TailView::fromJson);
        assertComesBack(new TailView("web", 0, List.of()), TailView::toJson, TailView::fromJson);
        assertComesBack(
                new PlanView(
                        List.of(new PlanChange("web", PlanChange.RESTART, List.of("command"))),
                        4,
                        List.of("x has no effect")),
                PlanView::toJson,
                PlanView::fromJson);
        assertComesBack(
                new ActionResult(List.of("a"), List.of("b"), List.of("note")),
                ActionResult::toJson,
                ActionResult::fromJson);
        assertComesBack(
                new ProblemView("unknown-name", "cannot", List.of("line")),
                ProblemView::toJson,
                ProblemView::fromJson);
    }

    @Test
    void mcpServersComeBackAsTheyWent() {
        assertComesBack(McpView.NONE, McpView::toJson, McpView::fromJson);
        assertComesBack(
                new McpView(
                        Optional.of("127.0.0.1:8808"),
                        Optional.of("token"),
                        Optional.of("/state/mcp-token"),
                        List.of(
                                new McpServerView(
                                        "files",
                                        Optional.of("the notes"),
                                        "http://127.0.0.1:8808/mcp/files",
                                        Optional.of("legacy"),
                                        "client",
                                        2,
                                        1,
                                        3,
                                        1L << 40,
                                        5)),
                        List.of(
                                new McpSessionView(
                                        "0a1b",
                                        "files",
                                        "alice",
                                        "2025-11-25",
                                        AT,
                                        AT,
                                        1,
                                        1,
                                        7,
                                        Optional.of(4711L),
                                        1)),
                        List.of(new McpChannelView("files", "bob", Optional.empty(), 0)),
                        List.of(new McpMethodView("files", "tools/call", 4, 1, 12.5, 7.25))),
                McpView::toJson,
                McpView::fromJson);
    }

    @Test
    void anAverageOfNothingIsNothing() {
        assertThat(new McpMethodView("a", "m", 0, 0, 0, 0).averageMs()).isZero();
        assertThat(new McpMethodView("a", "m", 4, 0, 10, 4).averageMs()).isEqualTo(2.5);
    }

    @Test
    void whatIsAbsentTakesNoPlace() {
        assertThat(ProcessView.of("a", ProcessState.STOPPED, List.of("x")).toJson().keySet())
                .containsExactly(
                        "name",
                        "state",
                        "ready",
                        "run",
                        "restarts",
                        "depends_on",
                        "command",
                        "log_lost_bytes",
                        "kind");
    }

    @Test
    void wordsOfANewerDaemonAreBorne() {
        var json = new LinkedHashMap<>(FULL.toJson());
        json.put("mood", Map.of("of", List.of("the", "day")));
        json.put("state", "meditating");

        assertThat(ProcessView.fromJson(json).state()).isEqualTo(ProcessState.UNKNOWN);
        assertThat(ProblemCode.of("new-trouble")).isEqualTo(ProblemCode.INTERNAL);
    }

    @Test
    void aMissingMemberIsNamed() {
        var json = new LinkedHashMap<>(LINE.toJson());
        json.remove("cursor");

        assertThatThrownBy(() -> LogLineView.fromJson(json))
                .isInstanceOf(JsonProblem.class)
                .hasMessage("cursor is missing");
    }

    @Test
    void everyWordMeansItself() {
        for (ProcessState state : ProcessState.values()) {
            assertThat(ProcessState.of(state.word())).isEqualTo(state);
        }
        for (ProblemCode code : ProblemCode.values()) {
            assertThat(ProblemCode.of(code.word())).isEqualTo(code);
        }
        assertThat(ProcessState.GAVE_UP.word()).isEqualTo("gave-up");
    }

    @Test
    void problemsHaveTheirCodes() {
        assertThat(ProblemCode.UNKNOWN_NAME.status()).isEqualTo(404);
        assertThat(ProblemCode.UNKNOWN_NAME.exitCode()).isEqualTo(4);
        assertThat(ProblemCode.NOT_RUNNING.exitCode()).isEqualTo(3);
        assertThat(ProblemCode.BAD_REQUEST.status()).isEqualTo(400);
        assertThat(ProblemCode.BAD_REQUEST.exitCode()).isEqualTo(2);
        assertThat(ProblemCode.CONFLICT.status()).isEqualTo(409);
        assertThat(ProblemCode.CONFLICT.exitCode()).isEqualTo(1);
        assertThat(ProblemCode.CONFIGURATION.status()).isEqualTo(422);
        assertThat(ProblemCode.CONFIGURATION.exitCode()).isEqualTo(2);
        assertThat(ProblemCode.INTERNAL.status()).isEqualTo(500);
        assertThat(ProblemCode.INTERNAL.exitCode()).isEqualTo(1);
    }

    private static <T> void assertComesBack(
            T record, Function<T, Map<String, Object>> toJson, Function<Object, T> fromJson) {
        String text = JsonText.write(toJson.apply(record));

        assertThat(fromJson.apply(JsonText.parse(text))).isEqualTo(record);
    }
}
