package dev.foster.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The servers of a project whose daemon really runs, through its socket. */
class ProjectServersTest {
    private static final String GREETING =
            """
            {"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":\
            "2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
            """;

    @TempDir private Path folder;

    private Foster up() throws IOException {
        Files.writeString(
                folder.resolve("foster.yaml"),
                JsonText.write(
                        Map.of(
                                "mcp",
                                Map.of("tiny", Map.of("command", McpPeers.tiny(folder))),
                                "mcp_gateway",
                                Map.of("listen", "127.0.0.1:0"))));
        Foster project = Foster.start(folder, "up", "--lines");
        project.await("it is up", () -> new Called(folder).run("mcp", "ls") == 0);
        return project;
    }

    private Members only(String word) {
        var called = new Called(folder);
        assertThat(called.run("mcp", word, "--json")).as(called.err()).isZero();
        assertThat((List<?>) JsonText.parse(called.out())).hasSize(1);
        return Members.of(((List<?>) JsonText.parse(called.out())).getFirst());
    }

    private static void ask(Foster bridge, String id) throws IOException {
        bridge.send("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"tools/list\"}");
        bridge.await(
                "it answers " + id,
                () ->
                        bridge.output()
                                .lines()
                                .anyMatch(
                                        line ->
                                                line.contains("\"" + id + "\"")
                                                        && line.contains("\"tell\"")));
    }

    @Test
    void theyAreAskedWithoutAToken() throws Exception {
        try (Foster _ = up()) {
            var tools = new Called(folder);
            assertThat(tools.run("mcp", "inspect", "tiny")).as(tools.err()).isZero();
            assertThat(tools.out()).startsWith("tiny 1\n").contains("  tell: Tells\n");
            var called = new Called(folder);
            assertThat(
                            called.run(
                                    "mcp",
                                    "inspect",
                                    "tiny",
                                    "call",
                                    "tell",
                                    "{\"variable\":\"NOWHERE\"}"))
                    .as(called.err())
                    .isZero();
            Members server = only("ls");
            assertThat(server.text("era")).isEqualTo("legacy");
            assertThat(server.number("calls")).isPositive();
            assertThat(Post.greeting(server.text("url")).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aSessionThatIsEndedIsOpenedAgainByTheBridge() throws Exception {
        try (Foster project = up();
                Foster bridge = Foster.start(folder, "mcp", "connect", "tiny")) {
            bridge.send(GREETING);
            bridge.await("it answers", () -> bridge.output().contains("\"hello\""));
            bridge.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            ask(bridge, "first");
            String session = only("sessions").text("id");
            var kill = new Called(folder);
            assertThat(kill.run("mcp", "kill", session.substring(0, 4))).as(kill.err()).isZero();
            ask(bridge, "second");
            assertThat(only("sessions").text("id")).isNotEqualTo(session);
            bridge.endInput();
            assertThat(bridge.awaitEnd()).isZero();
            Eventually.until(
                    Foster.LIMIT,
                    "its process is gone",
                    () -> project.children("tiny.py").isEmpty());
        }
    }

    @Test
    void aDaemonThatIsKilledAndStartedAgainIsNotNoticed() throws Exception {
        Foster first = up();
        try (Foster bridge = Foster.start(folder, "mcp", "connect", "tiny")) {
            bridge.send(GREETING);
            bridge.await("it answers", () -> bridge.output().contains("\"hello\""));
            ask(bridge, "first");
            first.close();
            try (Foster _ = up()) {
                ask(bridge, "second");
                assertThat(bridge.output()).doesNotContain("\"error\"");
            }
        } finally {
            first.close();
        }
    }
}
