package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.peers.GoServer;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ToolChoice;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

/**
 * A server in Go, whose library takes names in any case and the last of two, reads every call as
 * the broker did that let it pass.
 */
@Timeout(120)
class SameReadingTest {
    private static final String META =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    /** Calls of read to one reader and of delete to another, with META where it belongs. */
    private static final List<String> TWO_READINGS =
            List.of(
                    call("\"params\":{\"name\":\"read\",META},\"Params\":{\"name\":\"delete\"}"),
                    call("\"params\":{\"name\":\"read\",META},\"paramſ\":{\"name\":\"delete\"}"),
                    call(
                            "\"params\":{\"name\":\"read\",META},"
                                    + "\"param\\u017f\":{\"name\":\"delete\"}"),
                    call("\"params\":{\"name\":\"delete\"},\"params\":{\"name\":\"read\",META}"),
                    call("\"params\":{META},\"PARAMS\":{\"name\":\"delete\"}"),
                    call("\"params\":{\"name\":\"read\",META,\"Name\":\"delete\"}"),
                    call("\"params\":{META,\"NAME\":\"delete\"}"),
                    call("\"params\":{\"name\":\"delete\",\"name\":\"read\",META}"),
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"Method\":\"tools/call\","
                            + "\"params\":{\"name\":\"delete\",META}}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                            + "\"METHOD\":\"tools/call\",\"ID\":7,"
                            + "\"params\":{\"requestId\":1,\"name\":\"delete\",META}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{},\"Method\":\"tools/call\","
                            + "\"Params\":{\"name\":\"delete\"}}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                            + "\"params\":{\"requestId\":1,\"requestID\":2,META}}");

    @TempDir Path folder;

    private static String call(String rest) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\"," + rest + "}";
    }

    private static ServerSpec guarded(GoServer server, Era era) {
        return server.spec("go").era(era).tools(new ToolChoice(List.of(), List.of("delete")));
    }

    @ParameterizedTest
    @EnumSource
    void aServerInGoRunsNoToolThatIsHiddenFromALegacyClient(Era child) throws Exception {
        GoServer go = GoServer.in(folder, child);
        try (var live = LiveService.of(guarded(go, child))) {
            Visitor visitor = live.visitor("go").open();
            for (String body : TWO_READINGS) {
                Received refused = visitor.say(withoutMeta(body));
                assertRefused(body, refused.status(), refused.code());
            }
            // One that wants no answer gets none, and is not passed on.
            assertThat(
                            visitor.say(
                                            "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\","
                                                    + "\"params\":{\"name\":\"delete\"}}")
                                    .status())
                    .isEqualTo(202);
            assertThat(visitor.call("delete").code()).isEqualTo(RpcProblem.INVALID_PARAMS);
            assertThat(visitor.call("read").words()).isEqualTo("ran read");
        }
        assertThat(go.ran()).containsExactly("read");
    }

    @ParameterizedTest
    @EnumSource
    void aServerInGoRunsNoToolThatIsHiddenFromAModernClient(Era child) throws Exception {
        GoServer go = GoServer.in(folder, child);
        try (var live = LiveService.careless(guarded(go, child));
                var client = HttpClient.newHttpClient()) {
            for (String body : TWO_READINGS) {
                HttpResponse<String> refused =
                        send(client, live.url("go"), body.replace("META", META));
                assertThat(refused.statusCode()).as(body).isEqualTo(400);
            }
            assertThat(
                            send(
                                            client,
                                            live.url("go"),
                                            call("\"params\":{\"name\":\"read\"," + META + "}"))
                                    .body())
                    .contains("ran read");
        }
        assertThat(go.ran()).containsExactly("read");
    }

    private static String withoutMeta(String body) {
        return body.replace(",META", "").replace("META,", "").replace("META", "");
    }

    private static void assertRefused(String body, int status, long code) {
        assertThat(status).as(body).isEqualTo(400);
        assertThat(code)
                .as(body)
                .isIn((long) RpcProblem.INVALID_REQUEST, (long) RpcProblem.INVALID_PARAMS);
    }

    private static HttpResponse<String> send(HttpClient client, String url, String body)
            throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("content-type", "application/json")
                        .header("accept", "application/json, text/event-stream")
                        .header("mcp-protocol-version", Mcp.MODERN)
                        .header("mcp-method", Mcp.TOOLS_CALL)
                        .header("mcp-name", "read")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
