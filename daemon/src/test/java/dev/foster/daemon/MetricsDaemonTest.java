package dev.foster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.EventView;
import dev.foster.control.PlanChange;
import dev.foster.control.ProcessState;
import dev.foster.daemon.metrics.Parsers;
import dev.foster.daemon.notify.Receiver;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A daemon that is scraped, and one that tells others; with real processes. */
@Timeout(180)
class MetricsDaemonTest {
    private static final Duration SOON = TestDaemon.SOON;

    /** How long hooks are waited for at the end of a daemon. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final List<String> EXITS =
            List.of(
                    "foster_process_exits_total{process=\"loop\",reason=\"error\"} 3\n",
                    "foster_process_exits_total{process=\"done\",reason=\"ok\"} 1\n",
                    "foster_process_exits_total{process=\"shot\",reason=\"signal\"} 1\n",
                    "foster_process_exits_total{process=\"missing\",reason=\"start-failed\"} 1\n");
    private static final String STACK =
            """
            name: shop
            processes:
              runs: {command: [sleep, "1000"], ready: {exec: ["true"], period: 50ms},
                liveness: {exec: ["true"], period: 50ms, timeout: 30s}}
              loop: {command: "echo hi; exit 3", restart: {policy: always, backoff: [0s], limit: 2 in 60s}}
              done: {command: "exit 0", restart: no}
              missing: {command: [/nowhere/at/all], restart: no}
              shot: {command: "kill -9 $$$$", restart: no}
            """;

    @TempDir(factory = ShortPaths.class)
    private Path folder;

    private Leaks before = Leaks.snapshot();

    /** What the JDK loads for the first request and the first figures stays for good. */
    @BeforeAll
    static void warmUp(@TempDir(factory = ShortPaths.class) Path elsewhere) throws Exception {
        try (var receiver = new Receiver();
                var daemon =
                        new TestDaemon(
                                elsewhere,
                                STACK
                                        + "metrics: {listen: 0}\nnotify: [{webhook: '"
                                        + receiver.address("/")
                                        + "'}]\n")) {
            daemon.client.testHooks(Optional.empty());
            fetch(url(daemon), "");
        }
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static String fetch(String url, String accept) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setRequestProperty("Accept", accept);
        connection.setRequestProperty("Connection", "close");
        try (var in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            connection.disconnect();
        }
    }

    private static List<EventView> events(TestDaemon daemon, String kind) {
        return daemon.client.events(OptionalLong.of(0), 1000, Optional.empty()).stream()
                .filter(event -> event.kind().equals(kind))
                .toList();
    }

    private static String url(TestDaemon daemon) {
        return url(daemon, 1);
    }

    /** Where they are after so many offers, each of which takes a moment to be known. */
    private static String url(TestDaemon daemon, int offers) {
        Eventually.until(SOON, "offered", () -> events(daemon, "metrics-offered").size() == offers);
        return events(daemon, "metrics-offered").getLast().text().replace("metrics are at ", "");
    }

    private TestDaemon settled(String more) {
        var daemon = new TestDaemon(folder, STACK + more);
        daemon.startAll();
        daemon.await("runs", ProcessState.RUNNING);
        daemon.await("loop", ProcessState.GAVE_UP);
        daemon.await("done", ProcessState.COMPLETED);
        daemon.await("missing", ProcessState.FAILED);
        daemon.await("shot", ProcessState.FAILED);
        return daemon;
    }

    private static void awaitMeasured(TestDaemon daemon) {
        List<String> last =
                List.of(
                        "foster_probe_duration_seconds_count{process=\"runs\",role=\"live\"}",
                        "foster_process_memory_bytes{process=\"runs\"}");
        // Its last run is over, but what it said may come later.
        Predicate<String> said =
                Pattern.compile("foster_log_lines_total\\{process=\"loop\"\\} [1-9]").asPredicate();
        Eventually.until(
                SOON,
                "probes and usage are measured, exits and lines counted",
                () -> {
                    String text = daemon.client.metrics();
                    // An exit is counted a moment after the state shows it.
                    return said.test(text)
                            && Stream.concat(last.stream(), EXITS.stream())
                                    .allMatch(text::contains);
                });
    }

    @Test
    void whatHappensToProcessesIsInTheFigures() throws Exception {
        try (TestDaemon daemon = settled("bus: embedded\n")) {
            awaitMeasured(daemon);
            String text = daemon.client.metrics();

            assertThat(text)
                    .contains("foster_info{project=\"shop\",version=\"1.2.3\",engine=\"")
                    .contains("foster_process_state{process=\"loop\",state=\"gave-up\"} 1\n")
                    .contains("foster_process_up{process=\"runs\"} 1\n")
                    .contains("foster_process_restarts_total{process=\"loop\"} 2\n")
                    .contains(EXITS)
                    .contains("foster_process_tree_processes{process=\"runs\"} 1\n")
                    .contains("foster_probe_failures_total{process=\"runs\",role=\"live\"} 0\n")
                    .containsPattern("foster_log_lines_total\\{process=\"loop\"\\} [1-9]")
                    .containsPattern("foster_log_bytes_total\\{process=\"loop\"\\} [1-9]")
                    .contains("foster_log_dropped_bytes_total{process=\"loop\"} 0\n")
                    .containsPattern("foster_bus_connections \\d")
                    .contains("foster_bus_slow_consumers_total 0\n")
                    .containsPattern("foster_api_requests_total\\{code=\"2xx\"\\} [1-9]")
                    .containsPattern("foster_journal_events_total [1-9]")
                    .containsPattern("process_open_fds [1-9]")
                    .containsPattern("process_cpu_seconds_total [0-9.]+")
                    .containsPattern("jvm_memory_used_bytes\\{area=\"heap\"\\} [1-9]");
            assertThat(Parsers.promtool(text, "check", "metrics")).isEmpty();
        }
    }

    @Test
    void theFiguresAreTheSameInEveryForm() throws Exception {
        try (TestDaemon daemon = settled("metrics: {listen: '127.0.0.1:0'}\n")) {
            awaitMeasured(daemon);
            String url = url(daemon);
            String plain = fetch(url, "text/plain");
            String open = fetch(url, "application/openmetrics-text;version=1.0.0");
            Members json = Members.of(daemon.client.metricsJson());

            assertThat(Parsers.promtool(plain, "check", "metrics")).isEmpty();
            List<String> families = Parsers.python("openmetrics", open);
            assertThat(families)
                    .hasSameSizeAs(json.list("metrics", Members::of))
                    .contains("foster_process_exits counter - 45");
            assertThat(plain).contains("foster_process_exits_total{process=\"shot\",");
        }
    }

    @Test
    void aReloadOpensMovesAndClosesThePort() throws Exception {
        try (TestDaemon daemon = settled("")) {
            daemon.write(STACK + "metrics: {listen: 0}\n");
            assertThat(daemon.client.plan().changes())
                    .containsExactly(
                            new PlanChange(
                                    "metrics",
                                    PlanChange.UPDATE,
                                    List.of("listen: none -> 127.0.0.1:0")));
            daemon.client.reload();
            String first = url(daemon);
            assertThat(fetch(first, "")).contains("foster_processes 5\n");

            daemon.write(STACK + "metrics: {listen: 0, token: abc}\n");
            daemon.client.reload();
            String second = url(daemon, 2);
            assertThatThrownBy(() -> fetch(second, "")).hasMessageContaining("401");

            daemon.write(STACK);
            daemon.client.reload();
            assertThatThrownBy(() -> fetch(first, "")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aReloadFindsItsOwnPortFreeWhileChildrenAreStarted() throws Exception {
        String busy =
                """
                processes:
                  busy: {command: "true", restart: {policy: always, backoff: [0s], limit: none}}
                """;
        try (var daemon = new TestDaemon(folder, busy + "metrics: {listen: 0}\n")) {
            daemon.startAll();
            String port = url(daemon).replaceAll(".*:(\\d+)/.*", "$1");
            for (int i = 0; i < 20; i++) {
                String host = i % 2 == 0 ? "0.0.0.0" : "127.0.0.1";
                daemon.write(busy + "metrics: {listen: '" + host + ":" + port + "', token: abc}\n");
                daemon.client.reload();
            }
        }
    }

    @Test
    void aReloadChangesTheHostOfAPortOrLeavesItAsItWas() throws Exception {
        try (TestDaemon daemon = settled("metrics: {listen: 0}\n")) {
            String port = url(daemon).replaceAll(".*:(\\d+)/.*", "$1");
            String here = "http://127.0.0.1:" + port + "/metrics";
            assertThat(fetch(here, "")).contains("foster_processes 5\n");

            // An address for documents: no machine has it.
            daemon.write(STACK + "metrics: {listen: '192.0.2.1:" + port + "', token: abc}\n");
            assertThatThrownBy(daemon.client::reload)
                    .hasMessageContaining("cannot offer metrics at 192.0.2.1:" + port + ": ");
            assertThat(fetch(url(daemon, 2), "")).contains("foster_processes 5\n");

            String again = url(daemon, 2).replaceAll(".*:(\\d+)/.*", "$1");
            daemon.write(STACK + "metrics: {listen: '0.0.0.0:" + again + "', token: abc}\n");
            daemon.client.reload();
            assertThat(url(daemon, 3)).isEqualTo("http://0.0.0.0:" + again + "/metrics");
            assertThatThrownBy(() -> fetch("http://127.0.0.1:" + again + "/metrics", ""))
                    .hasMessageContaining("401");
        }
    }

    @Test
    void aReloadWithAnotherNameIsInWhatIsTold() throws Exception {
        try (var receiver = new Receiver()) {
            String more =
                    "metrics: {otlp: '"
                            + receiver.address("/figures")
                            + "', period: 1s}\nnotify: [{webhook: '"
                            + receiver.address("/hook")
                            + "', on: [crash]}]\n";
            try (var daemon = new TestDaemon(folder, STACK + more)) {
                daemon.write(STACK.replace("name: shop", "name: mall") + more);
                daemon.client.reload();
                daemon.client.testHooks(Optional.empty());
                Eventually.until(
                        SOON, "told by both", () -> told(receiver, "hook") && told(receiver, "v1"));
            }
        }
    }

    private static boolean told(Receiver receiver, String part) {
        return receiver.requests().stream()
                .filter(it -> it.path().contains(part))
                .anyMatch(
                        it ->
                                new String(it.body().bytes(), StandardCharsets.UTF_8)
                                        .contains("\"mall\""));
    }

    @Test
    void hooksHearOfCrashesAndOfTheEnd() throws Exception {
        try (var receiver = new Receiver()) {
            String hooks =
                    "notify: [{name: ops, webhook: '"
                            + receiver.address("/secret-path")
                            + "', secret: s3cret, on: [crash, gave-up, stopped]}]\n";
            boolean inTime;
            try (TestDaemon daemon = settled(hooks)) {
                Eventually.until(
                        SOON,
                        "everything is told",
                        () -> daemon.client.hooks().getFirst().delivered() >= 7);
                assertThat(daemon.client.testHooks(Optional.empty()).getFirst().delivered())
                        .isTrue();
                assertThat(daemon.client.metrics())
                        .contains("foster_notifications_total{hook=\"ops\",result=\"delivered\"}")
                        .contains("foster_notifications_queued{hook=\"ops\"} 0\n");
                String shown =
                        JsonText.write(daemon.client.metricsJson())
                                + daemon.client.hooks()
                                + daemon.client.plan()
                                + daemon.client.events(OptionalLong.of(0), 1000, Optional.empty());
                assertThat(shown).doesNotContain("s3cret", "secret-path");
                long begun = System.nanoTime();
                daemon.end();
                inTime = System.nanoTime() - begun < PATIENCE.toNanos();
            }
            List<String> told =
                    receiver.requests().stream()
                            .map(it -> Members.of(JsonText.parse(it.body().bytes())))
                            .map(
                                    it ->
                                            it.text("event")
                                                    + " "
                                                    + it.optionalText("process").orElse(""))
                            .toList();
            assertThat(told)
                    .contains("crash loop", "gave-up loop", "crash missing", "crash shot")
                    .contains("stopped done", "test ")
                    .doesNotContain("crash done", "crash runs", "started runs");
            // Only a daemon that ran out of patience may leave the last one untold.
            if (inTime) {
                assertThat(told).contains("stopped runs");
            }
            assertThat(told).filteredOn(it -> it.equals("crash loop")).hasSize(3);
        }
    }

    @Test
    void aProjectThatNobodyWatchesLoadsNothingForIt() {
        try (TestDaemon daemon = settled("")) {
            assertThat(daemon.client.hooks()).isEmpty();
            assertThatThrownBy(() -> daemon.client.testHooks(Optional.empty()))
                    .hasMessageContaining("cannot test hooks: this project has none");
            assertThat(events(daemon, "metrics-offered")).isEmpty();
        }
    }
}
