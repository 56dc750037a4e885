package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foster.control.McpServerView;
import dev.foster.http.HttpClient;
import dev.foster.http.Target;
import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** {@code foster up} with MCP servers, by the whole program. */
@Timeout(120)
class UpServersTest {
    private static final Path FIXTURE =
            Path.of("..", "stdio", "src", "it", "fixture", "fixture.mjs")
                    .toAbsolutePath()
                    .normalize();
    private static final String SERVERS =
            "mcp:\n  files: {command: [node, \"" + FIXTURE + "\"]}\nmcp_gateway: {listen: 0}\n";
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
            """;

    private static void comeIn(TestProject project) throws IOException {
        McpServerView server = project.client().mcp().servers().getFirst();
        String token = Files.readString(project.paths().mcpToken()).strip();
        int port = Integer.parseInt(server.url().replaceAll(".*:(\\d+)/.*", "$1"));
        assertThat(
                        HttpClient.onLoopback(port, token)
                                .with("accept", "application/json, text/event-stream")
                                .send(
                                        "POST",
                                        Target.of("mcp", server.name()),
                                        Optional.of(INITIALIZE.getBytes(StandardCharsets.UTF_8)),
                                        Duration.ofSeconds(30))
                                .status())
                .isEqualTo(200);
    }

    @Test
    void serversAloneKeepTheProjectUpAndEndWithIt() throws Exception {
        assumeTrue(Peer.isInstalled("node"), "no node here: nothing speaks MCP");
        try (var project = TestProject.of(SERVERS);
                Program up = project.start("up")) {
            up.awaitErrors("foster: MCP server files is at http://127.0.0.1:");
            up.awaitErrors("foster: the token for MCP clients is in " + project.paths().mcpToken());
            comeIn(project);
            up.awaitOutput("files | fixture: speaking 2025-11-25");

            assertThat(project.run("ps").output())
                    .startsWith("NAME      ERA     SESSIONS  CHILDREN")
                    .contains("files     legacy         1         1");
            assertThat(project.run("logs", "files").output())
                    .contains("fixture: speaking 2025-11-25");
            assertThat(project.run("validate").output())
                    .contains("is valid: 0 processes, 0 groups, 1 MCP servers");
            up.signal("INT");
            assertThat(up.awaitEnd().code()).isZero();
        }
    }

    @Test
    void aJobThatIsDoneDoesNotEndServers() throws Exception {
        assumeTrue(Peer.isInstalled("node"), "no node here: nothing speaks MCP");
        try (var project =
                        TestProject.of(
                                SERVERS + "processes: {job: {command: \"true\", restart: no}}\n");
                Program up = project.start("up")) {
            up.awaitOutput("job   * exit 0");
            comeIn(project);
            assertThat(up.running()).isTrue();
            up.signal("INT");
            assertThat(up.awaitEnd().code()).isZero();
        }
    }

    @Test
    void inTheBackgroundTheAddressIsToldOnce() {
        try (var project =
                TestProject.of("mcp: {files: {command: cat}}\nmcp_gateway: {listen: 0}\n")) {
            assertThat(project.detach("up", "-d").output())
                    .containsOnlyOnce("foster: MCP server files is at http://127.0.0.1:");
        }
    }
}
