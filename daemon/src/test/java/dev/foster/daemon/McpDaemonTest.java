package dev.foster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.McpServerView;
import dev.foster.control.McpSessionView;
import dev.foster.control.McpView;
import dev.foster.control.PlanChange;
import dev.foster.http.HttpClient;
import dev.foster.http.HttpReply;
import dev.foster.http.Target;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.Peer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** MCP servers in a daemon, with real children and real requests. */
@Timeout(120)
class McpDaemonTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String FIXTURE =
            Path.of("..", "stdio", "src", "it", "fixture", "fixture.mjs")
                    .toAbsolutePath()
                    .normalize()
                    .toString();
    private static final String ONE =
            "mcp:\n  files: {command: [node, \"" + FIXTURE + "\"], description: the notes}\n";
    private static final String FREE = "mcp_gateway: {listen: 0}\n";
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
            """;

    @TempDir(factory = ShortPaths.class)
    private Path folder;

    private final Leaks before = Leaks.snapshot();
    private TestProject project;
    private ControlClient client;

    @BeforeAll
    static void warmUp(@TempDir(factory = ShortPaths.class) Path elsewhere) throws IOException {
        assumeTrue(Peer.isInstalled("node"), "no node here: nothing speaks MCP");
        var once = new McpDaemonTest();
        once.folder = elsewhere;
        once.prepare();
        try (Daemon daemon = once.project.start(ONE + FREE)) {
            assertThat(daemon.remainsEnded()).isZero();
            assertThat(once.initialize().status()).isEqualTo(200);
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
    }

    private int port() {
        String listen = client.mcp().listen().orElseThrow();
        return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
    }

    private String token() throws IOException {
        return Files.readString(Path.of(client.mcp().tokenFile().orElseThrow())).strip();
    }

    private static HttpReply post(HttpClient http, String server, String json) throws IOException {
        return http.with("accept", "application/json, text/event-stream")
                .send(
                        "POST",
                        Target.of("mcp", server),
                        Optional.of(json.getBytes(StandardCharsets.UTF_8)),
                        SOON);
    }

    private HttpReply initialize() throws IOException {
        return post(HttpClient.onLoopback(port(), token()), "files", INITIALIZE);
    }

    private McpServerView server() {
        return client.mcp().servers().getFirst();
    }

    private List<String> kinds() {
        return client.events(OptionalLong.of(0), 1000, Optional.of("files")).stream()
                .map(EventView::kind)
                .toList();
    }

    @Test
    void aProjectOfServersAloneComesUpAndAnswers() throws Exception {
        try (Daemon daemon = project.start(ONE + FREE)) {
            daemon.startAll(EndRule.ALL_DONE, "test");

            HttpReply reply = initialize();

            assertThat(reply.status()).isEqualTo(200);
            assertThat(new String(reply.body(), StandardCharsets.UTF_8))
                    .contains("\"protocolVersion\":\"2025-11-25\"");
            McpView view = client.mcp();
            assertThat(view.auth()).contains("token");
            assertThat(view.servers()).hasSize(1);
            assertThat(server().name()).isEqualTo("files");
            assertThat(server().description()).contains("the notes");
            assertThat(server().url()).isEqualTo("http://127.0.0.1:" + port() + "/mcp/files");
            assertThat(server().era()).contains("legacy");
            assertThat(server().sharing()).isEqualTo("client");
            assertThat(server().sessions()).isEqualTo(1);
            assertThat(server().children()).isEqualTo(1);
            assertThat(view.sessions()).hasSize(1);
            assertThat(view.sessions().getFirst().version()).isEqualTo("2025-11-25");
            assertThat(view.sessions().getFirst().pid()).isPresent();
            assertThat(client.processes()).isEmpty();
        }
    }

    @Test
    void aChildIsKeptFromWhatTheFileSays() throws Exception {
        String kept =
                ONE.replace("description", "isolation: {no_new_privileges: true}, description");
        try (Daemon daemon = project.start(kept + FREE)) {
            assertThat(daemon.remainsEnded()).isZero();
            assertThat(initialize().status()).isEqualTo(200);

            long pid = client.mcp().sessions().getFirst().pid().orElseThrow();
            assertThat(Files.readString(Path.of("/proc", String.valueOf(pid), "status")))
                    .contains("NoNewPrivs:\t1");
        }
    }

    @Test
    void theTokenIsMadeOnceAndNobodyElseReadsIt() throws Exception {
        String token;
        try (Daemon daemon = project.start(ONE + FREE)) {
            assertThat(daemon.notices()).isEmpty();
            token = token();
            assertThat(token).hasSizeGreaterThan(40);
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(project.paths.mcpToken())))
                    .isEqualTo("rw-------");
            assertThat(post(HttpClient.onLoopback(port(), "wrong"), "files", INITIALIZE).status())
                    .isEqualTo(401);
        }
        try (Daemon daemon = project.start(ONE + FREE)) {
            assertThat(daemon.remainsEnded()).isZero();
            assertThat(token()).isEqualTo(token);
            assertThat(initialize().status()).isEqualTo(200);
        }
    }

    @Test
    void whoComesThroughTheSocketNeedsNoToken() throws Exception {
        try (Daemon daemon = project.start(ONE + FREE)) {
            assertThat(daemon.remainsEnded()).isZero();

            HttpReply reply =
                    post(HttpClient.onUnixSocket(project.paths.socket()), "files", INITIALIZE);

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.headers().first("mcp-session-id")).isPresent();
            assertThat(client.mcp().sessions()).hasSize(1);
        }
    }

    @Test
    void whatChildrenSayIsTheLogOfTheServer() throws Exception {
        try (Daemon daemon = project.start(ONE + FREE)) {
            assertThat(daemon.remainsEnded()).isZero();
            initialize();

            Eventually.until(
                    SOON,
                    "the child's words are in the log",
                    () ->
                            client.logs(LogQuery.all().names(List.of("files"))).stream()
                                    .map(LogLineView::text)
                                    .anyMatch(it -> it.equals("fixture: speaking 2025-11-25")));
            assertThat(client.logs(LogQuery.all().names(List.of("files"))))
                    .extracting(LogLineView::text)
                    .anyMatch(it -> it.startsWith("started as process "));
            assertThat(client.selectLogs(List.of("all"))).containsExactly("files");
            assertThatThrownBy(() -> client.select(List.of("files")))
                    .isInstanceOf(ControlProblem.class);
        }
    }

    @Test
    void aSessionCanBeEndedAndTheJournalKnows() throws Exception {
        try (Daemon daemon = project.start(ONE + FREE)) {
            assertThat(daemon.remainsEnded()).isZero();
            initialize();
            McpSessionView session = client.mcp().sessions().getFirst();

            client.endMcpSession(session.id());

            Eventually.until(SOON, "the session is gone", () -> client.mcp().sessions().isEmpty());
            Eventually.until(
                    SOON,
                    "the journal knows",
                    () ->
                            kinds().containsAll(
                                            List.of(
                                                    "mcp-child-started",
                                                    "mcp-session-opened",
                                                    "mcp-session-ended")));
            assertThatThrownBy(() -> client.endMcpSession("nobody"))
                    .isInstanceOfSatisfying(
                            ControlProblem.class,
                            problem -> assertThat(problem.view().code()).isEqualTo("unknown-name"));
        }
    }

    @Test
    void aTakenPortIsToldByTheNameOfItsSetting() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(
                            () ->
                                    project.start(
                                            ONE
                                                    + "mcp_gateway: {listen: "
                                                    + taken.getLocalPort()
                                                    + "}"))
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageStartingWith(
                            "cannot offer MCP servers at 127.0.0.1:" + taken.getLocalPort() + ": ")
                    .hasMessageEndingWith("; name another address in mcp_gateway.listen");
        }
    }

    @Test
    void aReloadOffersOthersAndLeavesTheRestAlone() throws Exception {
        try (Daemon daemon = project.start(ONE + FREE)) {
            assertThat(daemon.remainsEnded()).isZero();
            initialize();
            project.write(ONE + "  more: {servers: [files]}\n" + FREE);

            assertThat(client.plan().changes())
                    .containsExactly(
                            new PlanChange(
                                    "more", PlanChange.UPDATE, List.of("the MCP server is new")));
            client.reload();
            assertThat(client.mcp().servers())
                    .extracting(McpServerView::name)
                    .containsExactly("files", "more");
            assertThat(client.mcp().sessions()).hasSize(1);

            project.write(ONE.replace("description", "warm: 0, share: all, description") + FREE);
            assertThat(client.plan().changes())
                    .extracting(
                            change -> change.name() + ": " + String.join("; ", change.reasons()))
                    .containsExactly(
                            "more: the MCP server is no longer in the file, its sessions end",
                            "files: share: client -> all; its sessions end");
            client.reload();
            Eventually.until(SOON, "its session is gone", () -> client.mcp().sessions().isEmpty());
            assertThat(server().sharing()).isEqualTo("all");
        }
    }

    @Test
    void serversCanComeLater() throws Exception {
        try (Daemon daemon = project.start("processes: {web: {command: [sleep, \"1000\"]}}")) {
            assertThat(daemon.remainsEnded()).isZero();
            assertThat(client.mcp()).isEqualTo(McpView.NONE);

            project.write("processes: {web: {command: [sleep, \"1000\"]}}\n" + ONE + FREE);
            client.reload();

            assertThat(initialize().status()).isEqualTo(200);
        }
    }

    @Test
    void somebodyInAHurryKillsChildrenThatDoNotEnd() throws Exception {
        String deaf =
                "mcp:\n"
                    + "  files: {command: [node, --import,"
                    + " \"data:text/javascript,process.exit=()=>{};process.on('SIGTERM',()=>{});setInterval(()=>{},1000000)\","
                    + " \""
                        + FIXTURE
                        + "\"], stop: {grace: 1000s}}\n";
        try (Daemon daemon = project.start(deaf + FREE)) {
            initialize();
            Thread stopping = Thread.ofVirtual().start(daemon::stop);
            Eventually.until(
                    SOON,
                    "it is killed",
                    () -> {
                        daemon.hurry();
                        return !stopping.isAlive();
                    });
        }
    }
}
