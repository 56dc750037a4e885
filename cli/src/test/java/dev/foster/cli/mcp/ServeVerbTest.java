package dev.foster.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Servers behind HTTP, without a project. */
class ServeVerbTest {
    @TempDir private Path folder;

    private Foster serve(String... options) {
        return Foster.start(
                folder,
                Foster.concat(
                        Foster.concat(List.of("mcp", "serve", "--port", "0"), List.of(options)),
                        Foster.concat(List.of("--"), McpPeers.tiny(folder))));
    }

    /** Waits for the last of what it says before it only serves: the lines for a client's file. */
    private static void awaitExplained(Foster foster) {
        foster.await("it is explained", () -> foster.errors().contains("\n}\n"));
    }

    @Test
    void eachClientHasAProcessOfItsOwnThatEndsWithIt() throws Exception {
        try (Foster foster = serve("--no-auth")) {
            String url = foster.awaitUrl("tiny");
            // Or a word of a process could be the very first line.
            awaitExplained(foster);
            assertThat(url).matches("http://127\\.0\\.0\\.1:\\d+/mcp/tiny");
            String one = Post.session(url);
            String other = Post.session(url);
            assertThat(Post.told(url, one, "{}")).isNotEqualTo(Post.told(url, other, "{}"));
            assertThat(foster.children("tiny.py")).hasSize(2);
            assertThat(Post.end(url, one)).isBetween(200, 204);
            foster.await("one is gone", () -> foster.children("tiny.py").size() == 1);
            foster.await(
                    "its words are passed on",
                    () -> foster.errors().contains("\ntiny | tiny: here\n"));
        }
    }

    @Test
    void whoeverWantsThemSharesOneProcess() throws Exception {
        try (Foster foster = serve("--no-auth", "--share", "all", "--name", "one")) {
            String url = foster.awaitUrl("one");
            String pid = Post.told(url, Post.session(url), "{}");
            assertThat(Post.told(url, Post.session(url), "{}")).isEqualTo(pid);
        }
    }

    @Test
    void withoutAWordAboutItATokenIsMadeAndNeeded() throws Exception {
        try (Foster foster = serve()) {
            String url = foster.awaitUrl("tiny");
            String token = foster.awaitToken();
            awaitExplained(foster);
            assertThat(Post.greeting(url).statusCode()).isEqualTo(401);
            assertThat(Post.greeting(url, "Authorization", "Bearer " + token + "x").statusCode())
                    .isEqualTo(401);
            assertThat(Post.greeting(url, "Authorization", "Bearer " + token).statusCode())
                    .isEqualTo(200);
            String errors = foster.errors();
            Map<String, Object> pasted =
                    JsonText.parseObject(
                            errors.substring(errors.indexOf('{'), errors.indexOf("\n}\n") + 2));
            Members servers = Members.of(Members.of(pasted).inner("mcpServers"));
            Members entry = Members.of(servers.inner("tiny"));
            assertThat(entry.text("url")).isEqualTo(url);
            assertThat(entry.inner("headers")).containsEntry("Authorization", "Bearer " + token);
        }
    }

    @Test
    void aTokenInAFileMayChangeAndReachesTheProcess() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "old\n");
        try (Foster foster = serve("--token-file", "token", "--token-variable", "SHOWN")) {
            String url = foster.awaitUrl("tiny");
            awaitExplained(foster);
            String[] old = {"Authorization", "Bearer old"};
            assertThat(Post.told(url, Post.session(url, old), "{\"variable\":\"SHOWN\"}", old))
                    .isEqualTo("old");
            Files.writeString(file, "new\n");
            String[] renewed = {"Authorization", "Bearer new"};
            assertThat(
                            Post.told(
                                    url,
                                    Post.session(url, renewed),
                                    "{\"variable\":\"SHOWN\"}",
                                    renewed))
                    .isEqualTo("new");
            assertThat(Post.greeting(url, old).statusCode()).isEqualTo(401);
            assertThat(foster.errors()).doesNotContain("Bearer old").contains("Bearer YOUR-TOKEN");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT"})
    void aSignalEndsItInOrder(String signal) throws Exception {
        try (Foster foster = serve("--no-auth", "--warm", "1")) {
            String url = foster.awaitUrl("tiny");
            Post.session(url);
            foster.signal(signal);
            assertThat(foster.awaitEnd()).isZero();
            assertThat(foster.children("tiny.py")).isEmpty();
        }
    }

    @Test
    void killedItLeavesNoProcess() throws Exception {
        try (Foster foster = serve("--no-auth")) {
            String url = foster.awaitUrl("tiny");
            Post.session(url);
            assertThat(foster.children("tiny.py")).hasSize(1);
            foster.signal("KILL");
            assertThat(foster.awaitEnd()).isEqualTo(137);
            Eventually.until(
                    Foster.LIMIT, "none is left", () -> foster.children("tiny.py").isEmpty());
        }
    }

    @Test
    void aFileOfAClientOffersAllThatHaveACommand() throws Exception {
        List<String> tiny = McpPeers.tiny(folder);
        Object servers =
                Map.of(
                        "one",
                        Map.of(
                                "command",
                                tiny.getFirst(),
                                "args",
                                List.of(tiny.getLast()),
                                "env",
                                Map.of("WHO", "first")),
                        "two",
                        Map.of("command", "/bin/sh", "args", List.of("-c", "exec python3 tiny.py")),
                        "far",
                        Map.of("url", "https://mcp.example.org/mcp"));
        Files.writeString(
                folder.resolve("clients.json"), JsonText.write(Map.of("mcpServers", servers)));
        try (Foster foster =
                Foster.start(
                        folder,
                        "mcp",
                        "serve",
                        "--port",
                        "0",
                        "--no-auth",
                        "--file",
                        "clients.json")) {
            String one = foster.awaitUrl("one");
            assertThat(Post.told(one, Post.session(one), "{\"variable\":\"WHO\"}"))
                    .isEqualTo("first");
            String two = foster.awaitUrl("two");
            assertThat(Post.told(two, Post.session(two), "{\"variable\":\"WHO\"}")).isEmpty();
            assertThat(foster.errors()).contains("foster: far is left out");
        }
    }

    @Test
    void aProgramReadsWhereItListens() throws Exception {
        try (Foster foster = serve("--json")) {
            foster.await("it listens", () -> foster.output().endsWith("\n"));
            Members line = Members.of(JsonText.parseObject(foster.output()));
            Members server = line.list("servers", Members::of).getFirst();
            assertThat(server.text("name")).isEqualTo("tiny");
            assertThat(
                            Post.greeting(
                                            server.text("url"),
                                            "Authorization",
                                            "Bearer " + line.text("token"))
                                    .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aPortThatIsTakenIsAClearErrorAtOnce() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Foster foster = serve("--port", "" + taken.getLocalPort())) {
            assertThat(foster.awaitEnd()).isEqualTo(1);
            ErrorGrammar.assertFollowedBy(foster.errors());
        }
    }

    @Test
    void aCommandThatIsNotThereIsFoundOutAtOnce() {
        var called = new Called(folder);
        assertThat(called.run("mcp", "serve", "--", "no-such-server", "x")).isEqualTo(127);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.err()).contains("no-such-server");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--port many -- true",
                "--port 70000 -- true",
                "--listen 0.0.0.0 --no-auth -- true",
                "--listen no.such.host.invalid -- true",
                "--no-auth --token x -- true",
                "--token-file nowhere -- true",
                "--name a/b -- true",
                "--share some -- true",
                "--era ancient -- true",
                "--idle long -- true",
                "--token-variable T --warm 1 -- true",
                "--token-variable T --share all -- true",
                "--file nowhere.json",
                "--file x.json -- true",
                "--colour -- true"
            })
    void whatItCannotDoItRefuses(String options) {
        var called = new Called(folder);
        String[] words = ("mcp serve " + options).strip().split(" ", -1);
        assertThat(called.run(words)).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
    }
}
