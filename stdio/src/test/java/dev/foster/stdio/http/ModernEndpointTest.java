package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.http.Stage.Sent;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.spec.StreamLimits;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class ModernEndpointTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Stage stage = new Stage(Stage.limits());

    @AfterEach
    void nothingIsLeft() {
        stage.close();
    }

    private static Sent discover() {
        return Sent.modern("server/discover", Stage.modern("101", "server/discover", ""));
    }

    private static Sent call(String name) {
        return Sent.modern("tools/call", Stage.modern("7", "tools/call", "\"name\":\"add\","))
                .header("mcp-name", name);
    }

    private void refused(Sent request, int status, int code) {
        Reply reply = stage.send(request);
        RawJson json = reply.json();
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.header("content-type")).contains("application/json");
        assertThat(json.at("error", "code").map(RawJson::json)).contains(Integer.toString(code));
        assertThat(json.member("id")).isPresent();
        assertThat(stage.fake().asked()).isEmpty();
    }

    @Test
    void aRequestIsAnsweredAsJsonWithoutASession() {
        Reply reply = stage.send(discover());
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("mcp-session-id")).isEmpty();
        assertThat(reply.json().at("result", "echo", "_meta")).isPresent();
        assertThat(stage.heard()).containsExactly("answered fake server/discover true");
    }

    @Test
    void idsOfSessionsAndEventsAreIgnored() {
        Sent request = discover().header("mcp-session-id", "x").header("last-event-id", "y");
        assertThat(stage.send(request).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"_meta\":{}}",
                "{\"_meta\":7}",
                "{\"_meta\":{\"io.modelcontextprotocol/clientCapabilities\":{}}}",
                "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}",
                "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":5,"
                        + "\"io.modelcontextprotocol/clientCapabilities\":{}}}",
                "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                        + "\"io.modelcontextprotocol/clientCapabilities\":[]}}"
            })
    void whatAClientMustSayOfItselfIsAskedForFirst(String params) {
        String body =
                "{\"jsonrpc\":\"2.0\",\"id\":101,\"method\":\"server/discover\",\"params\":"
                        + params
                        + "}";
        refused(Sent.modern("server/discover", body), 400, -32602);
    }

    @Test
    void aVersionNobodySpeaksIsAnsweredWithThoseThatAreSpoken() {
        String body = Stage.modern("301", "server/discover", "").replace(Mcp.MODERN, "v999.0.0");
        Sent request =
                Sent.modern("server/discover", body).header("mcp-protocol-version", "v999.0.0");
        Reply reply = stage.send(request);
        RawJson json = reply.json();
        assertThat(reply.status()).isEqualTo(400);
        assertThat(json.at("error", "code").map(RawJson::json)).contains("-32022");
        assertThat(json.at("error", "data", "requested").flatMap(RawJson::text))
                .contains("v999.0.0");
        assertThat(json.at("error", "data", "supported").orElseThrow().elements())
                .hasSize(Mcp.VERSIONS.size());
    }

    @Test
    void headersMustSayWhatTheBodySays() {
        String wrong = Stage.modern("302", "server/discover", "").replace(Mcp.MODERN, "v999.0.0");
        refused(Sent.modern("server/discover", wrong), 400, -32020);
        refused(discover().without("mcp-protocol-version"), 400, -32020);
        refused(discover().header("mcp-method", "tools/list"), 400, -32020);
        refused(discover().header("mcp-method", "SERVER/DISCOVER"), 400, -32020);
        refused(discover().without("mcp-method"), 400, -32020);
        refused(call("sub"), 400, -32020);
        refused(call("add").without("mcp-name"), 400, -32020);
        refused(call("=?base64?YWRk?").without("mcp-name").header("mcp-name", "ADD"), 400, -32020);
    }

    @Test
    void aHeaderThatIsSentTwiceMustSayTheSameTwice() {
        Sent twice = call("add").header("x-a", "1").header("Mcp-Name", "sub");
        refused(twice, 400, -32020);
        assertThat(stage.send(call("add").header("Mcp-Name", "add")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"add", "   add  ", "=?base64?YWRk?="})
    void namesMayHaveSpaceAroundThemOrBeWrapped(String name) {
        assertThat(stage.send(call(name)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcp-method", "Mcp-Method", "MCP-METHOD"})
    void namesOfHeadersHaveNoCase(String name) {
        Sent request = discover().without("mcp-method").header(name, "server/discover");
        assertThat(stage.send(request).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "initialize",
                "ping",
                "logging/setLevel",
                "resources/subscribe",
                "resources/unsubscribe"
            })
    void whatTheEraHasNoMoreIsNotFound(String method) {
        refused(Sent.modern(method, Stage.modern("500", method, "")), 404, -32601);
        assertThat(stage.fake().talks()).isEmpty();
    }

    @Test
    void anInitializeOfTheLegacyEraUnderAModernHeaderIsRefused() {
        refused(Sent.modern("initialize", Stage.initialize(1)), 400, -32020);
    }

    @Test
    void answersAreNoPartOfThisEra() {
        Sent answer =
                Sent.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
                        .token("ann.1")
                        .header("mcp-protocol-version", Mcp.MODERN);
        refused(answer, 400, -32600);
    }

    @ParameterizedTest
    @CsvSource({
        "-32601,404",
        "-32602,200",
        "-32003,503",
        "-32020,400",
        "-32021,400",
        "-32022,400",
        "-32603,200",
        "-32000,200",
        "42,200"
    })
    void errorsOfAServerHaveTheStatusOfTheirCode(int code, int status) {
        Socket socket = stage.connect(Sent.modern("held/x", Stage.modern("1", "held/x", "")));
        stage.fake().held().fail(code, "because");
        Reply reply = Stage.receive(socket);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
    }

    @Test
    void notificationsAreAcceptedAndLeadNowhere() {
        String note =
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
                        + Stage.META
                        + "}}";
        Reply reply = stage.send(Sent.post(note).token("ann.1"));
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.body()).isEmpty();
    }

    // ---- arguments in headers ----

    private Sent mirrored(String value, String... header) {
        stage.fake()
                .mirrored(Map.of("Region", List.of("region"), "Depth", List.of("where", "depth")));
        Sent request =
                Sent.modern(
                                "tools/call",
                                Stage.modern(
                                        "7",
                                        "tools/call",
                                        "\"name\":\"add\",\"arguments\":" + value + ","))
                        .header("mcp-name", "add");
        for (int i = 0; i < header.length; i += 2) {
            request = request.header(header[i], header[i + 1]);
        }
        return request;
    }

    @Test
    void argumentsAreRepeatedInHeaders() {
        for (Sent fine :
                List.of(
                        mirrored("{}"),
                        mirrored("{\"region\":null}", "mcp-param-region", "whatever"),
                        mirrored("{\"region\":\"Hello\"}", "Mcp-Param-Region", "Hello"),
                        mirrored(
                                "{\"region\":\"Hello\"}",
                                "mcp-param-region",
                                "=?base64?SGVsbG8=?="),
                        mirrored("{\"region\":\"SGVsbG8=\"}", "mcp-param-region", "SGVsbG8="),
                        mirrored(
                                "{\"region\":\"=?base64?SGVsbG8=\"}",
                                "mcp-param-region",
                                "=?base64?SGVsbG8="),
                        mirrored("{\"where\":{\"depth\":42.0}}", "mcp-param-depth", "42"),
                        mirrored("{\"where\":{\"depth\":true}}", "mcp-param-depth", "true"),
                        mirrored("{\"where\":7}"))) {
            assertThat(stage.send(fine).status()).isEqualTo(200);
        }
    }

    @Test
    void anArgumentThatIsNotRepeatedIsRefused() {
        String hello = "{\"region\":\"Hello\"}";
        refused(mirrored(hello), 400, -32020);
        refused(mirrored(hello, "mcp-param-region", "hello"), 400, -32020);
        refused(mirrored(hello, "mcp-param-region", "=?base64?SGVsbG8?="), 400, -32020);
        refused(mirrored(hello, "mcp-param-region", "=?base64?SGVs!!!bG8=?="), 400, -32020);
        refused(mirrored("{\"where\":{\"depth\":42}}"), 400, -32020);
        refused(mirrored("{\"where\":{\"depth\":42}}", "mcp-param-depth", "43"), 400, -32020);
        refused(mirrored("{\"where\":{\"depth\":42}}", "mcp-param-depth", "4.2e1"), 400, -32020);
        refused(mirrored("{\"where\":{\"depth\":true}}", "mcp-param-depth", "TRUE"), 400, -32020);
    }

    @Test
    void aServerThatCannotTellWhatIsRepeatedIsAskedAllTheSame() {
        stage.fake().mirrorsBroken();
        assertThat(stage.send(call("add")).status()).isEqualTo(200);
    }

    // ---- streams ----

    @Test
    void somethingSaidBeforeTheAnswerMakesAStreamWithoutIds() {
        Socket socket = stage.connect(Sent.modern("held/x", Stage.modern("1", "held/x", "")));
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.isEvents()).isTrue();
        assertThat(reply.header("x-accel-buffering")).contains("no");
        Reply.Event first = reply.next().orElseThrow();
        assertThat(first.id()).isEmpty();
        assertThat(first.data()).contains("\"progress\":1");
        call.progress(2);
        assertThat(reply.next().orElseThrow().data()).contains("\"progress\":2");
        call.fail(-32602, "because");
        assertThat(reply.next().orElseThrow().json().at("error", "code").map(RawJson::json))
                .contains("-32602");
        assertThat(reply.next()).isEmpty();
        assertThat(call.cancelled()).isEmpty();
    }

    @Test
    void whatIsUnderWayIsAnsweredWhenTheFrontCloses() {
        Socket socket = stage.connect(Sent.modern("held/x", Stage.modern("1", "held/x", "")));
        FakeCall call = stage.fake().held();
        stage.front().close();
        assertThat(Stage.receive(socket).code()).isEqualTo(Mcp.CANCELLED);
        assertThat(call.cancelled()).contains("the broker is closing; come later");
    }

    @Test
    void whatWaitsForAnswersAboutAToolIsAnsweredWhenTheFrontCloses() {
        var _ = stage.fake().mirrorsLate();
        Socket socket = stage.connect(call("add"));
        Eventually.until(LIMIT, "it waits", () -> stage.fake().looks() > 0);
        stage.front().close();
        assertThat(Stage.receive(socket).status()).isEqualTo(503);
        assertThat(stage.fake().asked()).isEmpty();
    }

    @Test
    void whoLeavesWaitsForAnswersAboutAToolNoMore() {
        var late = stage.fake().mirrorsLate();
        Socket socket = stage.connect(call("add"));
        Eventually.until(LIMIT, "it waits", () -> stage.fake().looks() > 0);
        Stage.leave(socket);
        Eventually.until(LIMIT, "nobody waits", late::isCancelled);
    }

    @Test
    void aSubscriptionStaysOpenWithSignsOfLife() {
        stage = stage.with(StreamLimits.defaults().keepAlive(Stage.SHORT));
        Socket socket = stage.connect(Sent.modern(Mcp.LISTEN, Stage.modern("1", Mcp.LISTEN, "")));
        FakeCall call = stage.fake().held();
        call.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\"}");
        Reply reply = Stage.receive(socket);
        assertThat(reply.message().orElseThrow().data()).contains("acknowledged");
        assertThat(reply.next().orElseThrow().comment()).isTrue();
        call.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        assertThat(reply.message().orElseThrow().data()).contains("list_changed");
        Stage.leave(socket);
        Eventually.until(LIMIT, "the server hears of it", () -> call.cancelled().isPresent());
    }

    @Test
    void aSubscriptionNeedsEvents() {
        Sent request =
                Sent.modern(Mcp.LISTEN, Stage.modern("1", Mcp.LISTEN, ""))
                        .header("accept", "application/json");
        refused(request, 406, -32600);
    }

    @Test
    void aLongSilenceBecomesAStream() {
        stage = stage.with(StreamLimits.defaults().keepAlive(Duration.ofMillis(60)));
        Socket socket = stage.connect(Sent.modern("held/x", Stage.modern("1", "held/x", "")));
        FakeCall call = stage.fake().held();
        Reply reply = Stage.receive(socket);
        assertThat(reply.isEvents()).isTrue();
        assertThat(reply.next().orElseThrow().comment()).isTrue();
        call.answer("{}");
        assertThat(reply.messages()).hasSize(1);
    }

    @Test
    void aClientThatTakesOnlyJsonWaitsForIt() {
        stage = stage.with(StreamLimits.defaults().keepAlive(Stage.SHORT));
        Sent request =
                Sent.modern("held/x", Stage.modern("1", "held/x", ""))
                        .header("accept", "application/json");
        Socket socket = stage.connect(request);
        FakeCall call = stage.fake().held();
        call.progress(1);
        call.answer("{}");
        Reply reply = Stage.receive(socket);
        assertThat(reply.header("content-type")).contains("application/json");
        assertThat(reply.json().member("result")).isPresent();
    }

    @Test
    void aClientThatTakesOnlyEventsGetsResultsAsEventsAndErrorsWithTheirStatus() {
        Reply reply = stage.send(discover().header("accept", "text/event-stream"));
        assertThat(reply.isEvents()).isTrue();
        assertThat(reply.messages()).hasSize(1);
        Sent unknown =
                Sent.modern("unknown/method", Stage.modern("601", "unknown/method", ""))
                        .header("accept", "text/event-stream");
        assertThat(stage.send(unknown).status()).isEqualTo(404);
    }

    @Test
    void aClientThatLeavesWhileItWaitsHasGivenUp() {
        Socket socket = stage.connect(Sent.modern("held/x", Stage.modern("1", "held/x", "")));
        FakeCall call = stage.fake().held();
        Stage.leave(socket);
        Eventually.until(LIMIT, "the server hears of it", () -> call.cancelled().isPresent());
    }

    @Test
    void aClientThatLeavesItsStreamHasGivenUp() {
        Socket socket = stage.connect(Sent.modern("held/x", Stage.modern("1", "held/x", "")));
        FakeCall call = stage.fake().held();
        call.progress(1);
        assertThat(Stage.receive(socket).next()).isPresent();
        Stage.leave(socket);
        Eventually.until(LIMIT, "the server hears of it", () -> call.cancelled().isPresent());
    }

    @Test
    void aReaderThatStopsReadingIsCutAndItsRequestGivenUp() {
        stage = stage.with(StreamLimits.defaults().bytes(64 << 10).events(100_000));
        Socket socket = stage.connect(Sent.modern("held/x", Stage.modern("1", "held/x", "")));
        FakeCall call = stage.fake().held();
        call.progress(0);
        Reply reply = Stage.receive(socket);
        assertThat(reply.next()).isPresent();
        String padding = "x".repeat(8_000);
        for (int i = 1; i <= 2_000; i++) {
            call.say(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"message\":\""
                            + padding
                            + "\"}}");
        }
        // It still takes what was on its way, and finds that the end is missing.
        assertThat(reply.messages()).hasSizeLessThan(2_000);
        Eventually.until(LIMIT, "the server hears of it", () -> call.cancelled().isPresent());
    }
}
