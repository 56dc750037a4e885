package dev.foster.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Ports;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A broker's server for clients that start their servers: real ones, of both eras. */
class ConnectVerbTest {
    private static final String GREETING =
            """
            {"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":\
            "2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
            """;

    @TempDir private Path folder;

    private Foster serve(List<String> server, String port) {
        return Foster.start(
                folder,
                Foster.concat(
                        List.of("mcp", "serve", "--no-auth", "--name", "it", "--port", port, "--"),
                        server));
    }

    private List<String> bridge(String url) {
        return List.of(Foster.launcher(folder).toString(), "mcp", "connect", "--url", url);
    }

    private List<String> talk(List<String> client) throws InterruptedException {
        try (Foster running = Foster.command(folder, client)) {
            assertThat(running.awaitEnd()).as(running.errors()).isZero();
            return running.output().lines().toList();
        }
    }

    @Test
    void aClientOfTheLegacyEraNoticesNothing() throws Exception {
        McpPeers peers = McpPeers.installed();
        try (Foster broker = serve(peers.fixture(), "0")) {
            List<String> said =
                    talk(
                            peers.client(
                                    "legacy",
                                    folder,
                                    bridge(broker.awaitUrl("it")),
                                    "[\"server\"]",
                                    "[\"tools\"]",
                                    "[\"call\",\"test_tool_with_progress\"]",
                                    "[\"call\",\"test_sampling\",{\"prompt\":\"x\"}]",
                                    "[\"read\",\"test://static-text\"]",
                                    "[\"read\",\"test://nothing\"]",
                                    "[\"call\",\"test_trigger_tool_change\"]",
                                    "[\"changes\"]"));
            assertThat(said).hasSize(8);
            assertThat(said.get(0)).isEqualTo("\"fixture\"");
            assertThat(said.get(1)).contains("\"test_simple_text\"", "\"test_sampling\"");
            // The SDK forgets the last one when it reads it together with the answer.
            assertThat(said.get(2)).contains("\"progress\":[0,50");
            assertThat(said.get(3)).contains("LLM response: sampled");
            assertThat(said.get(4)).contains("the static text resource");
            assertThat(said.get(5)).contains("failed", "-32002");
            assertThat(said.get(7)).isEqualTo("\"changed\"");
            broker.await("its process is gone", () -> broker.children("fixture").isEmpty());
        }
    }

    @Test
    void aClientOfTheModernEraNoticesNothing() throws Exception {
        McpPeers peers = McpPeers.installed();
        // So that the tool has not answered when it is cancelled, however late that is.
        List<String> slow =
                Foster.concat(
                        List.of("env", "FIXTURE_RECONNECTION_MILLIS=60000"),
                        peers.fixture("--modern"));
        try (Foster broker = serve(slow, "0")) {
            List<String> said =
                    talk(
                            peers.client(
                                    "modern",
                                    folder,
                                    bridge(broker.awaitUrl("it")),
                                    "[\"server\"]",
                                    // Before the tools are listed: its argument needs a header.
                                    "[\"call\",\"test_custom_header\",{\"region\":\"süd \"}]",
                                    "[\"tools\"]",
                                    "[\"call\",\"test_sampling\",{\"prompt\":\"x\"}]",
                                    "[\"cancel\",\"test_reconnection\"]",
                                    "[\"read\",\"test://static-text\"]"));
            assertThat(said).hasSize(6);
            assertThat(said.get(0)).isEqualTo("\"fixture\"");
            assertThat(said.get(1)).contains("\"text\":\"süd \"");
            assertThat(said.get(2)).contains("\"test_simple_text\"");
            assertThat(said.get(3)).contains("sampled");
            assertThat(said.get(4)).contains("failed", "enough");
            assertThat(said.get(5)).contains("the static text resource");
        }
    }

    @Test
    void messagesComeInTheOrderInWhichTheServerSentThem() throws Exception {
        McpPeers peers = McpPeers.installed();
        try (Foster broker = serve(peers.fixture(), "0");
                Foster bridge =
                        Foster.start(folder, "mcp", "connect", "--url", broker.awaitUrl("it"))) {
            bridge.send(GREETING);
            bridge.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            bridge.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":"
                            + "\"test_tool_with_progress\",\"_meta\":{\"progressToken\":\"t\"}}}");
            bridge.await("it answers", () -> bridge.output().contains("\"id\":9"));
            List<String> said =
                    bridge.output()
                            .lines()
                            .map(line -> line.replaceFirst(".*\"progress\":(\\d+).*", "$1"))
                            .map(line -> line.contains("\"id\":9") ? "answer" : line)
                            .skip(1)
                            .toList();
            assertThat(said).containsExactly("0", "50", "100", "answer");
        }
    }

    @Test
    void theInspectorListsToolsThroughIt() throws Exception {
        McpPeers peers = McpPeers.installed();
        try (Foster broker = serve(McpPeers.tiny(folder), "0");
                Foster inspector =
                        Foster.command(
                                folder,
                                peers.inspector(
                                        bridge(broker.awaitUrl("it")), "--method", "tools/list"))) {
            assertThat(inspector.awaitEnd()).isZero();
            Members answer = Members.of(JsonText.parseObject(inspector.output()));
            assertThat(answer.list("tools", Members::of).getFirst().text("name")).isEqualTo("tell");
        }
    }

    @Test
    void aBrokerThatIsRestartedGetsTheSameSessionAgain() throws Exception {
        McpPeers peers = McpPeers.installed();
        Path go = folder.resolve("go");
        List<String> tiny = McpPeers.tiny(folder);
        String port = Integer.toString(Ports.free());
        Foster first = serve(tiny, port);
        String url = first.awaitUrl("it");
        try (Foster client =
                Foster.command(
                        folder,
                        peers.client(
                                "legacy",
                                folder,
                                bridge(url),
                                "[\"call\",\"tell\"]",
                                JsonText.write(List.of("wait", go.toString())),
                                "[\"call\",\"tell\"]",
                                "[\"tools\"]"))) {
            client.await("it has asked", () -> Files.exists(Path.of(go + ".reached")));
            first.close();
            Files.createFile(go);
            try (Foster second = serve(tiny, port)) {
                assertThat(second.awaitUrl("it")).isEqualTo(url);
                assertThat(client.awaitEnd()).as(client.errors()).isZero();
            }
            List<String> said = client.output().lines().toList();
            assertThat(said.get(2)).contains("\"text\":").isNotEqualTo(said.getFirst());
            assertThat(said.get(3)).contains("tell");
        } finally {
            first.close();
        }
    }

    @Test
    void aSignalEndsTheSessionToo() throws Exception {
        try (Foster broker = serve(McpPeers.tiny(folder), "0");
                Foster bridge =
                        Foster.start(folder, "mcp", "connect", "--url", broker.awaitUrl("it"))) {
            bridge.send(GREETING);
            bridge.await("it answers", () -> bridge.output().contains("\"hello\""));
            assertThat(broker.children("tiny.py")).hasSize(1);
            bridge.signal("TERM");
            bridge.awaitEnd();
            broker.await("its process is gone", () -> broker.children("tiny.py").isEmpty());
        }
    }

    @Test
    void itEndsWithItsInputWhenTheLastAnswerIsSent() throws Exception {
        try (Foster broker = serve(McpPeers.tiny(folder), "0")) {
            var called = new Called(folder);
            called.input(
                    GREETING
                            + "\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
                            + "not a message\n\n"
                            + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
            assertThat(called.run("mcp", "connect", "--url", broker.awaitUrl("it"))).isZero();
            List<Members> said =
                    called.out().lines().map(JsonText::parseObject).map(Members::of).toList();
            assertThat(said)
                    .extracting(line -> line.object().get("id"))
                    .containsExactlyInAnyOrder("hello", 2L, null);
            assertThat(called.out()).contains("\"tell\"", "-32700");
            broker.await("its process is gone", () -> broker.children("tiny.py").isEmpty());
        }
    }

    @Test
    void withoutADaemonTheFirstRequestIsToldSo() {
        var called = new Called(folder).input("\n" + GREETING + "\n" + GREETING + "\n");
        assertThat(called.run("mcp", "connect", "everything")).isEqualTo(3);
        ErrorGrammar.assertFollowedBy(called.err());
        assertError(called.out(), "no foster is running");
    }

    @Test
    void withNobodyAtTheUrlTheFirstRequestIsToldSo() {
        var called = new Called(folder).input(GREETING + "\n");
        assertThat(called.run("mcp", "connect", "--url", "http://127.0.0.1:1/mcp/x")).isEqualTo(3);
        ErrorGrammar.assertFollowedBy(called.err());
        assertError(called.out(), "nobody listens there");
    }

    private static void assertError(String out, String why) {
        assertThat(out.lines()).hasSize(1);
        Map<String, Object> answer = JsonText.parseObject(out);
        assertThat(answer).containsEntry("id", "hello");
        assertThat(Members.of(Members.of(answer).inner("error")).text("message")).contains(why);
    }

    @Test
    void aServerHasToBeNamedOnce() {
        for (String words : List.of("", "a --url http://x/y", "--url x", "a b", "a --token x")) {
            var called = new Called(folder);
            String[] all = ("mcp connect " + words).strip().split(" ", -1);
            assertThat(called.run(all)).as(words).isEqualTo(2);
            ErrorGrammar.assertFollowedBy(called.err());
        }
    }

    @Test
    void nothingIsLeftAtTheBrokerByManyWhoComeAndGo() throws Exception {
        try (Foster broker = serve(McpPeers.tiny(folder), "0")) {
            String url = broker.awaitUrl("it");
            for (int i = 0; i < 5; i++) {
                var called = new Called(folder).input(GREETING + "\n");
                assertThat(called.run("mcp", "connect", "--url", url)).isZero();
            }
            Eventually.until(
                    Foster.LIMIT, "all are gone", () -> broker.children("tiny.py").isEmpty());
        }
    }
}
