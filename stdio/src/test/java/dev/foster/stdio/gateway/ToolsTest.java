package dev.foster.stdio.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.stdio.gateway.Clients.LegacyClient;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ToolChoice;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.List;

/** Tools that are hidden, and tools of several servers in one. */
final class ToolsTest {

    private static List<String> names(RpcMessage answer, String list) {
        return answer.result().orElseThrow().member(list).orElseThrow().elements().stream()
                .map(it -> it.text("name").orElseThrow())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void onlyChosenToolsAreSeenAndMayBeCalled(Era child) throws Exception {
        var choice = new ToolChoice(List.of("test_*"), List.of("*_image_*"));
        try (Clients clients = Clients.of(child, spec -> spec.tools(choice));
                LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
            assertThat(names(client.ask("1", Mcp.TOOLS_LIST, "{}"), "tools"))
                    .contains("test_simple_text")
                    .doesNotContain("test_image_content")
                    .allMatch(name -> name.startsWith("test_"));
            assertThat(
                            client.ask("2", Mcp.TOOLS_CALL, "{\"name\":\"test_image_content\"}")
                                    .error()
                                    .orElseThrow()
                                    .text("message")
                                    .orElseThrow())
                    .contains("not offered");
            assertThat(
                            clients.ask(
                                            "3",
                                            Mcp.TOOLS_CALL,
                                            "{\"name\":\"test_image_content\"}",
                                            "{}")
                                    .error())
                    .isPresent();
        }
    }

    @Test
    void headersAreCheckedWithoutAChildWhenItsToolsAreKnown() throws Exception {
        var refusal = new RpcProblem(Mcp.HEADER_MISMATCH, "the headers say something else");
        RpcMessage call =
                Clients.modern("2", Mcp.TOOLS_CALL, "{\"name\":\"test_simple_text\"}", "{}");
        try (Clients clients =
                Clients.of(
                        Era.LEGACY,
                        spec -> spec.times(spec.times().idle(Duration.ofMillis(200))))) {
            assertThat(
                            clients.ask(
                                            "1",
                                            Mcp.TOOLS_CALL,
                                            "{\"name\":\"test_simple_text\"}",
                                            "{}")
                                    .result())
                    .isPresent();
            Eventually.until(
                    Duration.ofSeconds(20),
                    "its child goes",
                    () -> clients.gateway.servers().getFirst().children() == 0);

            assertThatThrownBy(
                            () ->
                                    clients.server()
                                            .ask(
                                                    Clients.ALICE,
                                                    call,
                                                    _ -> {
                                                        throw refusal;
                                                    },
                                                    _ -> {}))
                    .isSameAs(refusal);
            assertThat(clients.pids).hasSize(1);
            assertThat(clients.gateway.servers().getFirst().children()).isZero();
        }
    }

    @Test
    void headersAreCheckedByTheChildThatIsToAnswerWhenNothingIsKnown() throws Exception {
        try (Clients clients = Clients.of(Era.LEGACY, spec -> spec)) {
            Call call =
                    clients.server()
                            .ask(
                                    Clients.ALICE,
                                    Clients.modern(
                                            "1",
                                            Mcp.TOOLS_CALL,
                                            "{\"name\":\"test_simple_text\"}",
                                            "{}"),
                                    _ -> {
                                        throw new RpcProblem(Mcp.HEADER_MISMATCH, "mismatch");
                                    },
                                    _ -> {});

            assertThat(Clients.wait(call.answer()).error().orElseThrow().text("message"))
                    .contains("mismatch");
            assertThat(clients.pids).hasSize(1);
        }
    }

    @Test
    void severalServersAreOneWithPrefixes() throws Exception {
        List<ServerSpec> specs =
                List.of(
                        Clients.fixture("old", Era.LEGACY),
                        Clients.fixture("new", Era.MODERN),
                        ServerSpec.of(
                                "fixture",
                                new ServerSpec.Origin.Together(
                                        List.of(
                                                new ServerSpec.Member("old", "old_"),
                                                new ServerSpec.Member("new", "new_")))));
        try (Clients clients = Clients.of(specs);
                LegacyClient client = clients.legacy(Clients.ALICE, "{\"elicitation\":{}}")) {
            assertThat(names(client.ask("1", Mcp.TOOLS_LIST, "{}"), "tools"))
                    .contains("old_test_simple_text", "new_test_simple_text");
            assertThat(names(client.ask("2", "prompts/list", "{}"), "prompts"))
                    .contains("old_test_simple_prompt", "new_test_simple_prompt");
            assertThat(
                            client.ask("3", Mcp.TOOLS_CALL, "{\"name\":\"new_test_simple_text\"}")
                                    .result())
                    .isPresent();
            assertThat(
                            client.ask("4", "resources/read", "{\"uri\":\"test://static-text\"}")
                                    .result())
                    .isPresent();
            assertThat(client.ask("5", Mcp.TOOLS_CALL, "{\"name\":\"other\"}").error()).isPresent();
            Call call =
                    client.begin(
                            "6",
                            Mcp.TOOLS_CALL,
                            "{\"name\":\"old_test_input_required_result_elicitation\"}");
            RpcMessage question = client.next("elicitation/create");
            client.talk.tell(
                    RpcMessage.result(
                            question.id(),
                            RawJson.parse(
                                    "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}")));
            assertThat(Clients.wait(call.answer()).result().orElseThrow().json()).contains("Ada");
            // A modern client of the same servers.
            assertThat(names(clients.ask("7", Mcp.TOOLS_LIST, "{}", "{}"), "tools"))
                    .contains("old_test_simple_text");
        }
    }
}
