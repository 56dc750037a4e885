package dev.foster.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small client. */
class InspectVerbTest {
    @TempDir private Path folder;

    @Test
    void itShowsAllThatAServerCan() throws Exception {
        McpPeers peers = McpPeers.installed();
        try (Foster broker = serve(peers.fixture())) {
            String url = broker.awaitUrl("it");
            Called all = inspect(url);
            assertThat(all.out())
                    .startsWith("fixture 1.0.0\n  offers tools, ")
                    .contains(
                            "\ntools:\n  test_simple_text: Returns text\n",
                            "  test_sampling: Asks the client to sample\n      prompt (string)\n",
                            "      contactMethod (phone|email, optional)\n",
                            "\nresources:\n  test://static-text (text/plain): ",
                            "\nresource templates:\n  test://template/{id}/data",
                            "\nprompts:\n");
            Called tools = inspect(url, "tools", "--json");
            assertThat(Members.of(JsonText.parseObject(tools.out())).list("tools", Members::of))
                    .extracting(tool -> tool.text("name"))
                    .contains("test_simple_text", "test_custom_header");
        }
    }

    @Test
    void itCallsTools() throws Exception {
        McpPeers peers = McpPeers.installed();
        try (Foster broker = serve(peers.fixture())) {
            String url = broker.awaitUrl("it");
            assertThat(inspect(url, "call", "test_simple_text").out())
                    .isEqualTo("This is a simple text response for testing.\n");
            assertThat(inspect(url, "call", "test_custom_header", "{\"region\":\"é\"}").out())
                    .isEqualTo("é\n");
            assertThat(inspect(url, "call", "test_image_content").out()).startsWith("(image, ");
            Called failing = new Called(folder);
            assertThat(run(failing, url, "call", "test_error_handling")).isEqualTo(1);
            assertThat(failing.out()).contains("intentionally");
            Called asking = new Called(folder);
            assertThat(run(asking, url, "call", "test_sampling", "{\"prompt\":\"x\"}"))
                    .isEqualTo(1);
            assertThat(asking.err()).contains("-32021");
        }
    }

    @Test
    void itNeedsTheTokenOfTheBroker() throws Exception {
        Files.writeString(folder.resolve("token"), "\nsecret\n");
        try (Foster broker =
                Foster.start(
                        folder,
                        Foster.concat(
                                List.of(
                                        "mcp",
                                        "serve",
                                        "--port",
                                        "0",
                                        "--token-file",
                                        "token",
                                        "--"),
                                McpPeers.tiny(folder)))) {
            String url = broker.awaitUrl("tiny");
            assertThat(inspect(url, "tools", "--token-file", "token").out())
                    .isEqualTo("tools:\n  tell: Tells\n      variable (string, optional)\n");
            Called stranger = new Called(folder);
            assertThat(run(stranger, url, "tools")).isEqualTo(1);
            ErrorGrammar.assertFollowedBy(stranger.err());
            Called liar = new Called(folder);
            assertThat(run(liar, url, "tools", "--token", "x")).isEqualTo(1);
            ErrorGrammar.assertFollowedBy(liar.err());
        }
    }

    @Test
    void whatItCannotDoItRefuses() {
        for (String words :
                List.of("", "--url http://127.0.0.1:1/x --token a --token-file b", "--colour")) {
            var called = new Called(folder);
            String[] all = ("mcp inspect " + words).strip().split(" ", -1);
            assertThat(called.run(all)).as(words).isEqualTo(2);
            ErrorGrammar.assertFollowedBy(called.err());
        }
        var nobody = new Called(folder);
        assertThat(nobody.run("mcp", "inspect", "it")).isEqualTo(3);
        ErrorGrammar.assertFollowedBy(nobody.err());
    }

    private Foster serve(List<String> server) {
        return Foster.start(
                folder,
                Foster.concat(
                        List.of("mcp", "serve", "--no-auth", "--name", "it", "--port", "0", "--"),
                        server));
    }

    private Called inspect(String url, String... words) {
        var called = new Called(folder);
        assertThat(run(called, url, words)).as(called.err()).isZero();
        return called;
    }

    private static int run(Called called, String url, String... words) {
        return called.run(
                Foster.concat(List.of("mcp", "inspect", "--url", url), List.of(words))
                        .toArray(String[]::new));
    }
}
