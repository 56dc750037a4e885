package dev.foster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.control.WhyView;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A daemon in this very program, with real processes, asked through its API. */
@Timeout(120)
class DaemonTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String EVERY_STATE =
            """
            processes:
              runs: {command: [sleep, "1000"]}
              done: {command: "exit 0", restart: no}
              broken: {command: "echo last words; exit 3", restart: no}
              hopeless: {command: "exit 4", restart: {policy: always, backoff: [0s], limit: 1 in 60s}}
              back: {command: "exit 5", restart: {policy: always, backoff: [1000s]}}
              off: {command: "true", enabled: false}
              slow: {command: [sleep, "1000"], ready: {log: never}}
              waits: {command: "true", depends_on: {slow: ready}}
              ill: {command: [sleep, "1000"], liveness: {exec: ["false"], period: 100ms, failures: 1000}}
              deaf: {command: "trap '' TERM; echo deaf; while :; do sleep 1; done", ready: {log: deaf}, stop: {grace: 60s}}
            """;

    @TempDir(factory = ShortPaths.class)
    private Path folder;

    private final Leaks before = Leaks.snapshot();
    private TestProject project;
    private ControlClient client;

    /** What the JDK starts for the first connection of a virtual thread stays for good. */
    @BeforeAll
    static void warmUp(@TempDir(factory = ShortPaths.class) Path elsewhere) {
        var once = new DaemonTest();
        once.folder = elsewhere;
        once.prepare();
        try (Daemon daemon = once.project.start("processes: {web: {command: \"true\"}}")) {
            assertThat(daemon.remainsEnded()).isZero();
            assertThat(once.client.processes()).hasSize(1);
        }
    }

    @BeforeEach
    void prepare() {
        project = new TestProject(folder);
        client = project.client;
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
        assertThat(project.paths.daemonFile()).doesNotExist();
    }

    private List<EventView> events(String kind) {
        return client.events(OptionalLong.of(0), 1000, Optional.empty()).stream()
                .filter(event -> event.kind().equals(kind))
                .toList();
    }

    private List<String> said() {
        var lines = new ArrayList<LogLineView>();
        client.logs(LogQuery.all(), lines::add);
        return lines.stream()
                .filter(line -> line.stream().equals("out"))
                .map(LogLineView::text)
                .toList();
    }

    @Test
    void aStackComesUpInOrderAndGoesDownInReverse() throws IOException {
        try (Daemon daemon =
                project.start(
                        """
                        name: chain
                        processes:
                          last: {command: "echo third; exec sleep 1000", depends_on: {middle: ready}, ready: {log: third}}
                          middle: {command: "echo second; exec sleep 1000", depends_on: {first: ready}, ready: {log: second}}
                          first: {command: "echo first; exec sleep 1000", ready: {log: first}}
                        """)) {
            assertThat(client.process("first").state())
                    .as("nothing yet")
                    .isEqualTo(ProcessState.STOPPED);
            daemon.startAll(EndRule.NEVER, "test");
            project.await("last", ProcessState.RUNNING);
            assertThat(client.project().name()).isEqualTo("chain");
            assertThat(client.project().ready()).isEqualTo(3);
            assertThat(client.project().problems()).isEmpty();
            Eventually.until(SOON, "all is in the log", () -> said().size() == 3);
            // The lines of each are taken in by a thread of its own, so in any order.
            assertThat(said()).containsExactlyInAnyOrder("first", "second", "third");
        }
        assertThat(inJournal("started")).containsExactly("first", "middle", "last");
        assertThat(inJournal("exited", "stopped")).containsExactly("last", "middle", "first");
        assertThat(project.paths.socket()).doesNotExist();
    }

    /** The processes that such things happened to, in the order of the journal. */
    private List<String> inJournal(String... kinds) throws IOException {
        return Files.readAllLines(project.paths.state().resolve("journal.jsonl")).stream()
                .filter(
                        line ->
                                Stream.of(kinds)
                                        .anyMatch(
                                                kind -> line.contains("\"kind\":\"" + kind + "\"")))
                .map(line -> line.replaceAll(".*\"process\":\"(\\w+)\".*", "$1"))
                .distinct()
                .toList();
    }

    @Test
    void whySaysWhatEachStateMeans() {
        try (Daemon daemon = project.start(EVERY_STATE)) {
            daemon.startAll(EndRule.NEVER, "test");
            assertThat(why("runs", ProcessState.RUNNING).summary())
                    .startsWith("running and ready for");
            assertThat(why("done", ProcessState.COMPLETED).summary())
                    .isEqualTo("completed: exit 0");
            project.await("broken", ProcessState.FAILED);
            // Another thread than the one that shows the exit takes its lines in.
            Eventually.until(
                    SOON,
                    "its last words are in the log",
                    () -> !client.why("broken").lastLines().isEmpty());
            WhyView broken = client.why("broken");
            assertThat(broken.summary()).contains("failed: exit 3", "no restart");
            assertThat(broken.lastLines())
                    .extracting(LogLineView::text)
                    .containsExactly("last words");
            assertThat(broken.advice()).contains("mend the cause, then: foster start broken");
            assertThat(why("hopeless", ProcessState.GAVE_UP).summary())
                    .startsWith("gave up: exit 4");
            assertThat(why("back", ProcessState.RESTARTING).summary())
                    .matches("restarting in \\d+\\.\\d s: .*exit 5.*");
            assertThat(why("off", ProcessState.DISABLED).summary()).contains("not enabled");
            assertThat(why("slow", ProcessState.STARTING).summary()).contains("not ready yet");
            assertThat(why("waits", ProcessState.WAITING).summary()).contains("slow");
            // A state is seen a moment before the journal is told of it.
            Eventually.until(
                    SOON,
                    "what it waits for is a cause",
                    () ->
                            client.why("waits").causes().stream()
                                    .map(EventView::process)
                                    .anyMatch(Optional.of("slow")::equals));

            assertThat(why("ill", ProcessState.UNHEALTHY).summary())
                    .contains("liveness probe fails");
            project.await("deaf", ProcessState.RUNNING);
            client.stop(List.of("deaf"), false);
            assertThat(why("deaf", ProcessState.STOPPING).summary()).startsWith("stopping for");
            client.stop(List.of("deaf"), true);
            project.await("deaf", ProcessState.STOPPED);

            client.stop(List.of("runs"), false);
            assertThat(why("runs", ProcessState.STOPPED).summary())
                    .matches("stopped for [\\d.]+ m?s, as asked");
        }
    }

    private WhyView why(String name, ProcessState state) {
        project.await(name, state);
        return client.why(name);
    }

    @Test
    void usageIsMeasuredWhileAProcessRuns() {
        try (Daemon daemon =
                project.start(
                        "processes: {busy: {command: \"while :; do :; done\"}, idle: {command: exec"
                                + " sleep 1000}}")) {
            daemon.startAll(EndRule.NEVER, "test");
            project.await("busy", view -> view.cpuPercent().orElse(0.0) > 1);
            ProcessView idle = project.await("idle", view -> view.cpuPercent().isPresent());
            assertThat(idle.memoryBytes().orElseThrow()).isPositive();
            client.stop(List.of("idle"), false);
            assertThat(project.await("idle", ProcessState.STOPPED).cpuPercent()).isEmpty();
        }
    }

    @Test
    void anotherDaemonOfTheSameProjectIsRefused() {
        try (Daemon daemon = project.start("processes: {web: {command: [sleep, \"1000\"]}}")) {
            daemon.startAll(EndRule.NEVER, "test");
            long pid = project.await("web", ProcessState.RUNNING).pid().orElseThrow();
            assertThatThrownBy(() -> project.start("processes: {web: {command: \"true\"}}"))
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageContaining(
                            "already running for it (process " + ProcessHandle.current().pid());
            assertThat(client.process("web").pid()).contains(pid);
        }
    }

    @Test
    void aRecordThatMakesNoSenseIsToldAndKeepsNobodyFromStarting() throws IOException {
        project.paths.create();
        for (String nonsense :
                List.of(
                        "{\"pid\":1,\"mark\":\"\",\"cookie\":\"no cookie\","
                                + "\"started_at\":\"2026-01-31T12:00:00Z\"}",
                        "{\"pid\":\"many\"}",
                        "not even JSON")) {
            Files.writeString(project.paths.daemonFile(), nonsense);
            try (Daemon daemon = project.start("processes: {web: {command: [sleep, \"1000\"]}}")) {
                daemon.startAll(EndRule.NEVER, "test");
                project.await("web", ProcessState.RUNNING);
                assertThat(daemon.notices()).hasSize(1).first().asString().startsWith("cannot ");
                String notice = daemon.notices().getFirst();
                // The journal shows an event once it is written.
                Eventually.until(
                        SOON,
                        "the journal knows",
                        () ->
                                client.events(OptionalLong.of(0), 1000, Optional.empty()).stream()
                                        .map(EventView::text)
                                        .anyMatch(notice::equals));
            }
        }
    }

    @Test
    void aReloadBringsNewProcessesWithLogsOfTheirOwn() throws IOException {
        try (Daemon daemon = project.start("processes: {web: {command: [sleep, \"1000\"]}}")) {
            daemon.startAll(EndRule.NEVER, "test");
            long pid = project.await("web", ProcessState.RUNNING).pid().orElseThrow();
            project.write(
                    """
                    processes:
                      web: {command: [sleep, "1000"]}
                      more: {command: "echo hello; exec sleep 1000", output: {file: logs/more.log}}
                    """);
            assertThat(client.reload().changed()).containsExactly("more");
            project.await("more", ProcessState.RUNNING);
            assertThat(client.process("web").pid()).contains(pid);
            Path log = folder.resolve("logs/more.log");
            Eventually.until(SOON, "its log is written", () -> contains(log, "O hello"));

            project.write("processes: {web: {command: [sleep, \"1000\"]");
            assertThatThrownBy(client::reload)
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageContaining("foster.yaml");
            assertThat(client.process("more").state()).isEqualTo(ProcessState.RUNNING);
        }
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException notYet) {
            return false;
        }
    }

    @Test
    void aPortIsOpenedOnRequestAndAsksForItsToken() throws IOException {
        try (Daemon daemon =
                project.start("processes: {web: {command: \"true\"}}", OptionalInt.of(0))) {
            Map.Entry<Integer, String> open = daemon.openPort().orElseThrow();
            assertThat(status(open.getKey(), "Bearer " + open.getValue())).isEqualTo(200);
            assertThat(status(open.getKey(), "Bearer " + open.getValue() + "x")).isEqualTo(401);
            assertThat(status(open.getKey(), "")).isEqualTo(401);
        }
    }

    private static int status(int port, String authorization) throws IOException {
        var connection =
                (HttpURLConnection)
                        URI.create("http://127.0.0.1:" + port + "/v1/project")
                                .toURL()
                                .openConnection();
        connection.setRequestProperty("connection", "close");
        if (!authorization.isEmpty()) {
            connection.setRequestProperty("authorization", authorization);
        }
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }

    @Test
    void aPortThatIsTakenIsToldAndLeavesNothingBehind() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(
                            () ->
                                    project.start(
                                            "processes: {web: {command: \"true\"}}",
                                            OptionalInt.of(taken.getLocalPort())))
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageMatching("cannot listen on port \\d+: .*; choose another port");
        }
        project.start("processes: {web: {command: \"true\"}}").close();
    }

    @Test
    void theRuleEndsItWithTheCodeOfTheProcess() throws InterruptedException {
        try (Daemon daemon =
                project.start(
                        "processes: {web: {command: \"exit 9\", restart: no}, other: {command:"
                                + " [sleep, \"1000\"]}}")) {
            daemon.startAll(EndRule.ON_FAILURE, "test");
            assertThat(daemon.awaitEnd().code()).isEqualTo(9);
        }
    }

    @Test
    void downIsAskedByName() throws InterruptedException {
        try (Daemon daemon = project.start("processes: {web: {command: [sleep, \"1000\"]}}")) {
            daemon.start(List.of("w*"), true, EndRule.NEVER, "test");
            project.await("web", ProcessState.RUNNING);
            client.down();
            assertThat(daemon.awaitEnd().why()).startsWith("down asked by");
            assertThatThrownBy(() -> client.start(List.of("web"), true))
                    .hasMessageContaining("on its way down");
            Eventually.until(SOON, "the journal knows", () -> !events("start-asked").isEmpty());
            assertThat(events("start-asked")).hasSize(1);
        }
    }
}
