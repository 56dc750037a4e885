package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.mcp.Mcp;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What one caller can make the broker start, and how it is told that there is no more. */
@Timeout(120)
class BoundsTest {

    @Test
    void aCallerThatSaysSomethingElseOfItselfEachTimeHasOnlySoManyChildren() {
        try (var live =
                        LiveService.of(
                                LiveService.settings(LiveService.many().sessionsPerCaller(3)),
                                ShellServer.good("shell"));
                var client = HttpClient.newHttpClient()) {
            var held = new ArrayList<CompletableFuture<HttpResponse<String>>>();
            for (int i = 0; i < 3; i++) {
                held.add(client.sendAsync(call(live, "hold", i), text()));
            }
            LiveService.await("three of them", () -> live.children() == 3);
            HttpResponse<String> refused = client.sendAsync(call(live, "pid", 3), text()).join();

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("retry-after")).isPresent();
            assertThat(refused.body()).contains("this caller has 3 (sessions_per_caller)");
            assertThat(client.sendAsync(call(live, "pid", 1), text()).join().body())
                    .as("the children there are go on")
                    .contains("\"text\"");
            assertThat(ShellServer.running()).isEqualTo(3);
            held.forEach(it -> it.cancel(true));
            client.shutdownNow();
        }
    }

    @Test
    void childrenThatAreStillStartingCountToo() {
        try (var live =
                LiveService.of(
                        LiveService.settings(LiveService.many()),
                        ShellServer.slow("shell").children(2))) {
            List<Visitor> visitors = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Visitor visitor = live.visitor("shell");
                visitor.hello();
                visitors.add(visitor);
            }
            List<Received> answers = visitors.stream().map(Visitor::receive).toList();

            assertThat(answers).filteredOn(it -> it.status() == 200).hasSize(2);
            assertThat(answers)
                    .filteredOn(it -> it.status() == 503)
                    .hasSize(3)
                    .allMatch(it -> it.code() == Mcp.TOO_MANY)
                    .allMatch(it -> it.body().contains("there are 2 (children)"));
        }
    }

    @Test
    void aLegacyClientIsToldWhichBoundItHasReached() {
        try (var live =
                LiveService.of(
                        LiveService.settings(LiveService.many().sessionsPerCaller(1)),
                        ShellServer.good("shell"))) {
            live.visitor("shell").open();

            Received refused = live.visitor("shell").initialize();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("this caller has 1 (sessions_per_caller)");
        }
        try (var live =
                LiveService.of(
                        LiveService.settings(LiveService.many().sessions(1)),
                        ShellServer.good("shell"))) {
            live.visitor("shell").open();

            assertThat(live.visitor("shell").initialize().body())
                    .contains("there are 1 (sessions)");
        }
    }

    private static HttpResponse.BodyHandler<String> text() {
        return HttpResponse.BodyHandlers.ofString();
    }

    private static HttpRequest call(LiveService live, String tool, int able) {
        String meta =
                "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                        + "\"io.modelcontextprotocol/clientCapabilities\":{\"experimental\":{\"x\":"
                        + able
                        + "}}}";
        return HttpRequest.newBuilder(URI.create(live.url("shell")))
                .header("content-type", "application/json")
                .header("accept", "application/json, text/event-stream")
                .header("mcp-protocol-version", Mcp.MODERN)
                .header("mcp-method", Mcp.TOOLS_CALL)
                .header("mcp-name", tool)
                .POST(
                        HttpRequest.BodyPublishers.ofString(
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
                                        + "\"params\":{\"name\":\""
                                        + tool
                                        + "\",\"_meta\":"
                                        + meta
                                        + "}}"))
                .build();
    }
}
