package dev.foster.stdio.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

@Timeout(120)
class NodePeersTest {
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
            """;

    private static final String DISCOVER =
            """
            {"jsonrpc":"2.0","id":2,"method":"server/discover","params":{"_meta":{\
            "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientCapabilities":{}}}}
            """;

    @Test
    void nodeIsNewEnoughForTheConformanceSuite() throws Exception {
        NodePeers peers = NodePeers.installed();
        assertThat(said(List.of(peers.node().toString(), "--version"), "")).startsWith("v22.");
        assertThat(said(peers.conformance("--version"), "")).startsWith("0.2.0-alpha.12");
    }

    @Test
    void theLegacyFixtureKnowsTheHandshakeOnly() throws Exception {
        String said = said(NodePeers.installed().legacyFixture(), INITIALIZE + DISCOVER);
        assertThat(said)
                .contains("\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"")
                .contains("\"id\":2,\"error\":{\"code\":-32601");
    }

    @Test
    void theModernFixtureKnowsDiscoveryOnly() throws Exception {
        String said = said(NodePeers.installed().modernFixture(), INITIALIZE + DISCOVER);
        assertThat(said)
                .contains("\"id\":1,\"error\":{\"code\":-32022")
                .contains("\"supportedVersions\":[\"2026-07-28\"]");
    }

    @Test
    void theReferenceServersAnswerAndGoAtTheEndOfTheirInput(@TempDir Path folder) throws Exception {
        NodePeers peers = NodePeers.installed();
        for (List<String> server :
                List.of(peers.everything(), peers.filesystem(folder), peers.memory())) {
            assertThat(said(server, INITIALIZE))
                    .as(server.toString())
                    .contains("\"protocolVersion\":\"2025-11-25\"");
        }
    }

    @Test
    void theInspectorCallsTheFixture() throws Exception {
        NodePeers peers = NodePeers.installed();
        List<String> fixture = peers.legacyFixture();
        List<String> call =
                peers.inspector(fixture.get(0), fixture.get(1), "--method", "tools/list");
        assertThat(said(call, "")).contains("\"test_simple_text\"");
    }

    /** What the program writes to its output until it ends, given this as its whole input. */
    private static String said(List<String> command, String input)
            throws IOException, InterruptedException {
        Process program =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var toProgram = program.getOutputStream()) {
            toProgram.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
        return said;
    }
}
