package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.stdio.peers.NodePeers;
import dev.foster.stdio.spec.ServerSpec;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The official Java client. */
@Timeout(120)
class JavaSdkTest {

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "modern"})
    void theJavaSdkDoesEverythingWithServersOfBothEras(String era) throws Exception {
        NodePeers peers = NodePeers.installed();
        List<String> fixture = era.equals("legacy") ? peers.legacyFixture() : peers.modernFixture();
        // The threads of the SDK outlive its clients, so what is left is not looked at here.
        try (var live = LiveService.careless(ServerSpec.of("fixture", ChildSpec.of(fixture)))) {
            List<Double> progress = new CopyOnWriteArrayList<>();
            try (McpSyncClient client = client(live, progress)) {
                assertThat(client.initialize().protocolVersion()).isEqualTo("2025-11-25");
                assertThat(client.listTools().tools()).hasSizeGreaterThan(20);
                assertThat(client.listResources().resources()).isNotEmpty();
                assertThat(words(client, "test_simple_text", Map.of())).contains("simple text");
                assertThat(words(client, "test_sampling", Map.of("prompt", "a joke")))
                        .isEqualTo("LLM response: sampled");
                assertThat(words(client, "test_elicitation", Map.of("message", "who?")))
                        .contains("action=accept")
                        .contains("ann@example.org");
                client.callTool(
                        McpSchema.CallToolRequest.builder("test_tool_with_progress")
                                .arguments(Map.of())
                                .progressToken("mine")
                                .build());
                LiveService.await("all progress is heard", () -> progress.size() == 3);
                assertThat(progress).containsExactly(0.0, 50.0, 100.0);
                assertThat(live.service().sessions()).hasSize(1);
            }
            LiveService.await("it ended its session", () -> live.service().sessions().isEmpty());
            LiveService.await("its child is gone", () -> live.children() == 0);
        }
    }

    private static McpSyncClient client(LiveService live, List<Double> progress) {
        URI url = URI.create(live.url("fixture"));
        return McpClient.sync(
                        HttpClientStreamableHttpTransport.builder("http://" + url.getRawAuthority())
                                .endpoint(url.getRawPath())
                                .build())
                .requestTimeout(Duration.ofSeconds(20))
                .initializationTimeout(Duration.ofSeconds(20))
                .capabilities(
                        McpSchema.ClientCapabilities.builder().sampling().elicitation().build())
                .sampling(
                        _ ->
                                McpSchema.CreateMessageResult.builder(
                                                McpSchema.Role.ASSISTANT, "sampled", "none")
                                        .build())
                .elicitation(
                        _ ->
                                new McpSchema.ElicitResult(
                                        McpSchema.ElicitResult.Action.ACCEPT,
                                        Map.of("username", "ann", "email", "ann@example.org")))
                .progressConsumer(note -> progress.add(note.progress()))
                .build();
    }

    private static String words(McpSyncClient client, String tool, Map<String, Object> arguments) {
        McpSchema.CallToolResult result =
                client.callTool(
                        McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }
}
