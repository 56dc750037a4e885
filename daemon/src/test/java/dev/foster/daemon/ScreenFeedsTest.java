package dev.foster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlProblem;
import dev.foster.control.FactsView;
import dev.foster.control.Following;
import dev.foster.control.GaugeView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.PlanChange;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.control.ScreenView;
import dev.foster.control.TailView;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/** What a screen follows: the newest lines, what processes use, and what is settled about them. */
@Timeout(120)
class ScreenFeedsTest {
    @TempDir(factory = ShortPaths.class)
    private Path folder;

    private final Leaks before = Leaks.snapshot();

    /** What the JDK starts for the first connection of a virtual thread stays for good. */
    @BeforeAll
    static void warmUp(@TempDir(factory = ShortPaths.class) Path elsewhere) {
        try (var daemon = new TestDaemon(elsewhere, "processes: {web: {command: \"true\"}}")) {
            assertThat(daemon.client.processes()).hasSize(1);
        }
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    /** What one follower was told of each process, for others to look at meanwhile. */
    private static final class Told {
        final Map<String, Long> lines = new ConcurrentHashMap<>();
        final Map<String, String> last = new ConcurrentHashMap<>();

        void take(List<TailView> tails) {
            for (TailView tail : tails) {
                lines.merge(tail.process(), tail.skipped() + tail.lines().size(), Long::sum);
                tail.lines().forEach(line -> last.put(tail.process(), line.cursor()));
            }
        }
    }

    @Test
    void ofAHundredThousandLinesEachIsShownOrCounted() throws Exception {
        String yaml =
                """
                processes:
                  a: {command: [seq, "40000"], restart: no}
                  b: {command: [seq, "1", "30000"], restart: no}
                  c: {command: [seq, "-f", "a line that is somewhat longer %.0f", "20000"], restart: no}
                  d: {command: [seq, "10000"], restart: no}
                """;
        var told = new Told();
        Map<String, List<LogLineView>> logs = new HashMap<>();
        Map<String, Long> said = new HashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                var daemon = new TestDaemon(folder, yaml);
                Following<List<TailView>> tails = daemon.client.followTails(List.of(), 20, 100)) {
            told.take(tails.next().orElseThrow());
            assertThat(told.lines).isEmpty();
            daemon.startAll();
            var reading = CompletableFuture.runAsync(() -> readAll(tails, told), threads);
            Map.of("a", 40_000, "b", 30_000, "c", 20_000, "d", 10_000)
                    .forEach((name, count) -> logs.put(name, wholeLog(daemon, name, count)));
            logs.forEach((name, lines) -> said.put(name, (long) lines.size()));
            // At its end a daemon does not wait long for those who have not heard all of it.
            Eventually.until(TestDaemon.SOON, "all is told", () -> told.lines.equals(said));
            daemon.end();
            reading.get();
            assertThat(tails.lost()).isFalse();
        }
        assertThat(told.lines).isEqualTo(said);
        logs.forEach(
                (name, lines) ->
                        assertThat(told.last).containsEntry(name, lines.getLast().cursor()));
    }

    /**
     * The log of a process that says so many lines, once it is complete. Lines are taken in by
     * another thread than the one that shows the exit or the one that remarks it: neither means
     * that the last line is there.
     */
    private static List<LogLineView> wholeLog(TestDaemon daemon, String name, int count) {
        daemon.await(name, ProcessState.COMPLETED);
        LogQuery whole = LogQuery.all().names(List.of(name));
        Eventually.until(
                TestDaemon.SOON,
                "all of " + name + " and its end are in the log",
                () -> isWhole(daemon.client.logs(whole), count));
        return daemon.client.logs(whole);
    }

    private static boolean isWhole(List<LogLineView> log, int count) {
        return log.stream().filter(line -> line.stream().equals(LogLineView.OUT)).count() == count
                && log.stream().anyMatch(line -> line.text().startsWith("exit 0"));
    }

    private static void readAll(Following<List<TailView>> tails, Told told) {
        for (Optional<List<TailView>> next = tails.next(); next.isPresent(); next = tails.next()) {
            told.take(next.get());
        }
    }

    @Test
    void whatIsSaidInTheLastMomentIsStillDelivered() throws Exception {
        String yaml =
                """
                processes:
                  polite:
                    command: "trap 'echo farewell; exit 0' TERM; echo hello; while :; do sleep 0.01; done"
                    ready: {log: hello}
                """;
        try (var daemon = new TestDaemon(folder, yaml);
                Following<List<TailView>> tails = daemon.client.followTails(List.of(), 9, 9)) {
            daemon.startAll();
            daemon.await("polite", ProcessState.RUNNING);
            Thread end = Thread.ofVirtual().start(daemon::close);
            var texts = new ArrayList<String>();
            for (Optional<List<TailView>> next = tails.next();
                    next.isPresent();
                    next = tails.next()) {
                next.get().forEach(tail -> tail.lines().forEach(line -> texts.add(line.text())));
            }
            end.join();
            // The remark may stand in front of the last line: another thread writes it.
            assertThat(texts).contains("farewell").anyMatch(text -> text.contains("exit 0"));
        }
    }

    @Test
    void tailsCanBeAskedForOnceAndPagedBackFrom() {
        try (var daemon =
                new TestDaemon(folder, "processes: {a: {command: [seq, \"500\"], restart: no}}")) {
            daemon.startAll();
            List<LogLineView> all = wholeLog(daemon, "a", 500);
            LogQuery whole = LogQuery.all().names(List.of("a"));
            TailView tail = daemon.client.tails(List.of("a"), 10).getFirst();
            assertThat(tail.lines()).hasSize(10);
            assertThat(tail.more()).contains(true);
            assertThat(tail.lines()).isEqualTo(all.subList(all.size() - 10, all.size()));
            List<LogLineView> older =
                    daemon.client.logs(whole.tail(50).before(tail.lines().getFirst().cursor()));
            assertThat(older).isEqualTo(all.subList(all.size() - 60, all.size() - 10));
            assertThatThrownBy(() -> daemon.client.followLogs(LogQuery.all().before("1")))
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageContaining("a stream has no end");
        }
    }

    @Test
    void theFactsOfAProcessAreInWordsAndItsRunsAreListed() {
        String yaml =
                """
                processes:
                  web:
                    command: ["sleep", "1000"]
                    environment: {SECRET: hunter2, PORT: "80"}
                    ready: {log: listening, within: 20s}
                    restart: {policy: always, backoff: {initial: 2s, factor: 3, max: 30s}}
                    stop: {signal: INT, grace: 3s}
                  job: {command: "exit 3", restart: no}
                """;
        try (var daemon = new TestDaemon(folder, yaml)) {
            daemon.startAll();
            daemon.await("job", ProcessState.FAILED);
            Eventually.until(
                    TestDaemon.SOON,
                    "the run is known",
                    () -> !daemon.client.facts("web").runs().isEmpty());
            FactsView web = daemon.client.facts("web");
            assertThat(web.command()).containsExactly("sleep", "1000");
            assertThat(web.directory()).isEqualTo(folder.toString());
            assertThat(web.environment()).contains("PORT", "SECRET");
            assertThat(web.toString()).doesNotContain("hunter2");
            assertThat(web.settings())
                    .containsEntry("ready", "when it says a line with listening, within 20 s")
                    .containsEntry("liveness", "not watched")
                    .containsEntry(
                            "restart",
                            "always, after 2 s, each time 3 times longer up to 30 s; gives up after"
                                    + " more than 5 in 60 s")
                    .containsEntry("stop", "SIGINT, killed after 3 s")
                    .containsEntry("stdin", "empty");
            assertThat(web.settings().get("log"))
                    .endsWith("web.log, a new one at 10MB, 5 older ones kept");
            assertThat(web.runs()).singleElement().matches(run -> run.endedAt().isEmpty());
            daemon.client.start(List.of("job"), false);
            Eventually.until(
                    TestDaemon.SOON,
                    "both runs are known with their ends",
                    () -> ended(daemon.client.facts("job")).equals(List.of("exit 3", "exit 3")));
            assertThatThrownBy(() -> daemon.client.facts("nobody"))
                    .isInstanceOf(ControlProblem.class);
        }
    }

    private static List<String> ended(FactsView facts) {
        return facts.runs().stream()
                .filter(run -> run.endedAt().isPresent())
                .flatMap(run -> run.exit().stream())
                .toList();
    }

    @Test
    void whoAsksForItIsToldOnceASecondWhatProcessesUse() {
        try (var daemon =
                new TestDaemon(folder, "processes: {busy: {command: \"while :; do :; done\"}}")) {
            daemon.startAll();
            daemon.await("busy", ProcessState.RUNNING);
            try (Following<ProcessUpdate> news = daemon.client.followProcessesAndUsage()) {
                ProcessView busy = measured(news);
                assertThat(busy.memoryBytes().orElseThrow()).isPositive();
                assertThat(measured(news).cpuPercent().orElseThrow()).isPositive();
            }
        }
    }

    @Test
    void figuresAndAlarmsAreSeenAtOnceAndTheJournalKnowsThem() {
        String yaml =
                """
                processes:
                  w:
                    command: [cat]
                    stdin: pipe
                    gauge: {pattern: 'rate=([0-9.]+)', unit: req/s, baseline: 100, low: 50%}
                    alert: {pattern: DETECTED, clear: RECOVERED}
                """;
        try (var daemon = new TestDaemon(folder, yaml);
                Following<ProcessUpdate> news = daemon.client.followProcesses()) {
            daemon.startAll();
            daemon.await("w", ProcessState.RUNNING);
            say(daemon, "rate=80");
            daemon.await("w", view -> view.gauge().isPresent());
            say(daemon, "rate=30");
            awaitNews(news, view -> view.gauge().filter(GaugeView::low).isPresent());
            say(daemon, "intruder DETECTED");
            awaitNews(news, view -> view.alert().equals(Optional.of("intruder DETECTED")));
            say(daemon, "RECOVERED");
            awaitNews(news, view -> view.alert().isEmpty());
            say(daemon, "again DETECTED");
            awaitNews(news, view -> view.alert().isPresent());
            daemon.client.restart(List.of("w"));
            awaitNews(news, view -> view.alert().isEmpty());
            Eventually.until(
                    TestDaemon.SOON,
                    "the journal knows",
                    () ->
                            alerts(daemon)
                                    .equals(
                                            List.of(
                                                    "alert-raised alert: intruder DETECTED",
                                                    "alert-cleared alert over: RECOVERED",
                                                    "alert-raised alert: again DETECTED",
                                                    "alert-cleared alert over: started again")));
        }
    }

    private static void say(TestDaemon daemon, String line) {
        daemon.client.input("w", (line + "\n").getBytes(StandardCharsets.UTF_8), false);
    }

    private static List<String> alerts(TestDaemon daemon) {
        return daemon.client.events(OptionalLong.of(0), 1000, Optional.of("w")).stream()
                .filter(event -> event.kind().startsWith("alert"))
                .map(event -> event.kind() + " " + event.text())
                .toList();
    }

    private static void awaitNews(Following<ProcessUpdate> news, Predicate<ProcessView> wanted) {
        boolean found = false;
        while (!found) {
            found = news.next().orElseThrow().processes().stream().anyMatch(wanted);
        }
    }

    @Test
    void aReloadChangesWhatIsWatchedAndTheScreenWithoutARestart() {
        String plain = "processes: {w: {command: [cat], stdin: pipe}}\n";
        try (var daemon = new TestDaemon(folder, plain)) {
            daemon.startAll();
            long pid = daemon.await("w", ProcessState.RUNNING).pid().orElseThrow();
            daemon.write(
                    """
                    processes:
                      w:
                        command: [cat]
                        stdin: pipe
                        gauge: {pattern: 'n=(.)'}
                        alert: {pattern: HELP}
                    screen: {panels: [w], keys: {Space: {send: w, text: next}}}
                    """);
            assertThat(daemon.client.plan().changes())
                    .containsExactly(
                            new PlanChange(
                                    "w",
                                    PlanChange.UPDATE,
                                    List.of(
                                            "gauge: none -> {pattern: n=(.)}",
                                            "alert: none -> {pattern: HELP}")),
                            new PlanChange(
                                    "screen", PlanChange.UPDATE, List.of("its panels or keys")));
            assertThat(daemon.client.reload().changed()).isEmpty();
            assertThat(daemon.client.project().screen().panels()).containsExactly("w");
            say(daemon, "n=7 HELP");
            ProcessView view = daemon.await("w", it -> it.alert().isPresent());
            assertThat(view.gauge().orElseThrow().value()).isEqualTo(7);
            assertThat(view.pid()).contains(pid);
            daemon.write(plain);
            assertThat(daemon.client.reload().changed()).isEmpty();
            assertThat(daemon.client.process("w"))
                    .matches(it -> it.gauge().isEmpty() && it.alert().isEmpty());
            assertThat(daemon.client.project().screen()).isEqualTo(ScreenView.NONE);
        }
    }

    private static ProcessView measured(Following<ProcessUpdate> news) {
        while (true) {
            if (news.next().orElseThrow() instanceof ProcessUpdate.Beat(var different)
                    && !different.isEmpty()
                    && different.getFirst().cpuPercent().isPresent()) {
                return different.getFirst();
            }
        }
    }
}
