package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foster.http.HttpClient;
import dev.foster.http.Target;
import dev.foster.testkit.Peer;
import dev.foster.testkit.Ports;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Few descriptors, and hundreds of strangers at every port of the project. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class StrangersOutsideTest {
    private static final int AT_EACH = 100;

    /** Answers the first request of a client, and stays. */
    private static final String SERVER =
            """
            import json, sys
            for line in sys.stdin:
                message = json.loads(line)
                if message.get("method") == "initialize":
                    result = {"protocolVersion": "2025-11-25", "capabilities": {},
                              "serverInfo": {"name": "tiny", "version": "1"}}
                    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}),
                          flush=True)
            """;

    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
            """;

    private static String file(List<Integer> ports) {
        return """
        processes: {quiet: {command: [sleep, "1000"]}}
        mcp: {tiny: {command: [python3, tiny.py]}}
        mcp_gateway: {listen: 127.0.0.1:%d}
        web: {listen: 127.0.0.1:%d}
        metrics: {listen: 127.0.0.1:%d}
        bus: {listen: 127.0.0.1:%d, user: me, password: something-long-enough}
        """
                .formatted(ports.toArray());
    }

    private static Program up(TestProject project) {
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -n 256; exec \"$@\"", "sh"));
        command.addAll(CommandLine.of("up", "--lines"));
        return project.setup().startAs(command);
    }

    private static int comeIn(TestProject project, int port) throws IOException {
        return HttpClient.onLoopback(port, Files.readString(project.paths().mcpToken()).strip())
                .with("accept", "application/json, text/event-stream")
                .send(
                        "POST",
                        Target.of("mcp", "tiny"),
                        Optional.of(INITIALIZE.getBytes(StandardCharsets.UTF_8)),
                        Duration.ofSeconds(60))
                .status();
    }

    @Test
    void whoMayComeInFindsRoomAndSoDoesWhatIsStartedForThem() throws Exception {
        assumeTrue(Peer.isInstalled("python3"), "no python3 here: nothing speaks MCP");
        List<Integer> ports = List.of(Ports.free(), Ports.free(), Ports.free(), Ports.free());
        List<Socket> strangers = new ArrayList<>();
        try (var project = TestProject.of(file(ports)).write("tiny.py", SERVER);
                Program up = up(project)) {
            up.awaitErrors("foster: MCP server tiny is at http://127.0.0.1:");
            for (int i = 0; i < AT_EACH; i++) {
                for (int port : ports) {
                    var stranger = new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
                    strangers.add(stranger);
                    stranger.getOutputStream()
                            .write(
                                    "GET / HTTP/1.1\r\nHost: a"
                                            .getBytes(StandardCharsets.ISO_8859_1));
                }
            }

            for (int session = 0; session < 3; session++) {
                assertThat(comeIn(project, ports.getFirst())).isEqualTo(200);
            }
            Program.Result ps = project.run("ps");
            assertThat(ps.code()).as(ps.errors()).isZero();
            assertThat(ps.output()).containsPattern("quiet +running");
            assertThat(project.run("doctor").output()).contains("daemon       well");
            assertThat(project.run("down").code()).isZero();
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
    }
}
