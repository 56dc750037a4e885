package dev.foster.stdio.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.broker.Clients.LegacyClient;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ToolChoice;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
