package dev.foster.stdio.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.gateway.Clients.LegacyClient;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.peers.NodePeers;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Clients of both eras with children of both eras. */
final class TranslationTest {
    private static final String ABLE = "{\"sampling\":{},\"elicitation\":{},\"roots\":{}}";
    private Leaks leaks;

    @BeforeEach
    void look() throws Exception {
        NodePeers.installed();
        leaks = Leaks.snapshot();
    }

    @AfterEach
    void nothingIsLeft() {
        leaks.assertNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    void aLegacyClientOpensASessionAndCallsATool(Era child) throws Exception {
        try (Clients clients = Clients.of(child, it -> it);
                LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
            RawJson greeting = client.opened.result().orElseThrow();

            assertThat(client.opened.id().json()).isEqualTo("\"init\"");
            assertThat(greeting.text("protocolVersion")).contains("2025-11-25");
            assertThat(greeting.at("serverInfo", "name")).isPresent();
            assertThat(greeting.at("capabilities", "tools")).isPresent();
            RpcMessage answer = client.ask("1", "tools/call", "{\"name\":\"test_simple_text\"}");
            assertThat(answer.id().json()).isEqualTo("1");
            assertThat(answer.result().orElseThrow().member("content").orElseThrow().elements())
                    .hasSize(1);
            assertThat(answer.result().orElseThrow().member("resultType")).isEmpty();
            assertThat(client.ask("2", "ping", "{}").result().orElseThrow().json()).isEqualTo("{}");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aModernClientAsksWithoutASession(Era child) throws Exception {
        try (Clients clients = Clients.of(child, it -> it)) {
            RawJson discovered = clients.ask("1", Mcp.DISCOVER, "{}", "{}").result().orElseThrow();

            assertThat(discovered.member("supportedVersions").orElseThrow().elements())
                    .contains(RawJson.string(Mcp.MODERN));
            assertThat(discovered.at(Mcp.META, Mcp.META_SERVER, "name")).isPresent();
            RawJson tools = clients.ask("\"a\"", Mcp.TOOLS_LIST, "{}", "{}").result().orElseThrow();
            assertThat(tools.text("resultType")).contains("complete");
            assertThat(tools.member("ttlMs").orElseThrow().isNumber()).isTrue();
            assertThat(tools.text("cacheScope")).isPresent();
            assertThat(
                            clients.ask("1", "tools/call", "{\"name\":\"test_simple_text\"}", "{}")
                                    .result()
                                    .orElseThrow()
                                    .text("resultType"))
                    .contains("complete");
            assertThat(clients.pids).as("one child serves all").hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLegacyClientIsAskedWhatTheServerWantsToKnow(Era child) throws Exception {
        try (Clients clients = Clients.of(child, it -> it);
                LegacyClient client = clients.legacy(Clients.ALICE, ABLE)) {
            Call call =
                    client.begin(
                            "7",
                            "tools/call",
                            "{\"name\":\"test_input_required_result_elicitation\"}");
            RpcMessage question = client.next("elicitation/create");
            client.talk.tell(
                    RpcMessage.result(
                            question.id(),
                            RawJson.parse(
                                    "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}")));

            assertThat(Clients.wait(call.answer()).result().orElseThrow().json()).contains("Ada");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aModernClientIsAskedByTheAnswerAndComesAgain(Era child) throws Exception {
        try (Clients clients = Clients.of(child, it -> it)) {
            String name = "{\"name\":\"test_input_required_result_elicitation\"";
            RawJson first = clients.ask("1", "tools/call", name + "}", ABLE).result().orElseThrow();

            assertThat(first.text("resultType")).contains("input_required");
            Map<String, RawJson> questions = first.member("inputRequests").orElseThrow().members();
            assertThat(questions).containsOnlyKeys("user_name");
            String state =
                    first.member("requestState")
                            .map(it -> ",\"requestState\":" + it.json())
                            .orElse("");
            RawJson second =
                    clients.ask(
                                    "2",
                                    "tools/call",
                                    name
                                            + state
                                            + ",\"inputResponses\":{\"user_name\":{\"action\":"
                                            + "\"accept\",\"content\":{\"name\":\"Ada\"}}}}",
                                    ABLE)
                            .result()
                            .orElseThrow();
            assertThat(second.text("resultType")).contains("complete");
            assertThat(second.json()).contains("Ada");
        }
    }

    @ParameterizedTest
    @EnumSource
    void progressReachesTheRequestItBelongsToUnderItsOwnToken(Era child) throws Exception {
        try (Clients clients = Clients.of(child, it -> it)) {
            BlockingQueue<RpcMessage> aside = new LinkedBlockingQueue<>();
            RpcMessage request =
                    Clients.modern(
                            "1",
                            "tools/call",
                            "{\"name\":\"test_tool_with_progress\","
                                    + "\"_meta\":{\"progressToken\":\"tok-1\"}}",
                            "{}");
            Clients.wait(
                    clients.server().ask(Clients.ALICE, request, _ -> {}, aside::add).answer());

            assertThat(List.copyOf(aside))
                    .hasSizeGreaterThanOrEqualTo(3)
                    .allSatisfy(
                            message ->
                                    assertThat(message.params().text("progressToken"))
                                            .contains("tok-1"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aModernClientHearsOfChangesItListensFor(Era child) throws Exception {
        try (Clients clients = Clients.of(child, it -> it)) {
            BlockingQueue<RpcMessage> stream = new LinkedBlockingQueue<>();
            Call listening =
                    clients.server()
                            .ask(
                                    Clients.ALICE,
                                    Clients.modern(
                                            "\"sub\"",
                                            Mcp.LISTEN,
                                            "{\"notifications\":{\"toolsListChanged\":true}}",
                                            "{}"),
                                    _ -> {},
                                    stream::add);
            RpcMessage first = stream.poll(20, TimeUnit.SECONDS);
            assertThat(first.method()).isEqualTo(Mcp.ACKNOWLEDGED_NOTE);
            clients.ask("5", "tools/call", "{\"name\":\"test_trigger_tool_change\"}", "{}");

            RpcMessage second = stream.poll(20, TimeUnit.SECONDS);
            assertThat(second.method()).isEqualTo("notifications/tools/list_changed");
            assertThat(second.params().at(Mcp.META, Mcp.META_SUBSCRIPTION))
                    .contains(RawJson.string("sub"));
            listening.cancel("enough");
            assertThat(Clients.wait(listening.answer()).error()).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLegacyClientHearsOfChangesWithoutAsking(Era child) throws Exception {
        try (Clients clients = Clients.of(child, it -> it);
                LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
            client.ask("5", "tools/call", "{\"name\":\"test_trigger_tool_change\"}");

            assertThat(client.next("notifications/tools/list_changed").params().member(Mcp.META))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCapabilityTheModernClientLacksIsNamed(Era child) throws Exception {
        try (Clients clients = Clients.of(child, it -> it)) {
            RawJson error =
                    clients.ask("1", "tools/call", "{\"name\":\"test_missing_capability\"}", "{}")
                            .error()
                            .orElseThrow();

            assertThat(error.member("code").orElseThrow().whole()).hasValue(Mcp.MISSING_CAPABILITY);
            assertThat(error.at("data", "requiredCapabilities", "sampling")).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aForgedStateIsRefused(Era child) throws Exception {
        try (Clients clients = Clients.of(child, it -> it)) {
            RpcMessage answer =
                    clients.ask(
                            "1",
                            "tools/call",
                            "{\"name\":\"test_input_required_result_tampered_state\","
                                    + "\"requestState\":\"x\",\"inputResponses\":{}}",
                            ABLE);

            assertThat(answer.error().orElseThrow().member("code").orElseThrow().whole())
                    .hasValue(-32602);
        }
    }
}
