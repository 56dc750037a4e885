package dev.foster.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.FakeDaemon;
import dev.foster.control.ProcessState;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Foster as a server, for clients of both eras. */
class SelfVerbTest {
    private static final Map<String, Object> MODERN =
            Map.of(
                    "io.modelcontextprotocol/protocolVersion",
                    "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities",
                    Map.of());

    @TempDir private Path folder;

    @BeforeEach
    void aProject() throws IOException {
        Files.writeString(folder.resolve("foster.yaml"), "processes: {}\n");
    }

    private static void fill(FakeDaemon daemon) {
        daemon.ready("web", 4711);
        daemon.put("worker", ProcessState.FAILED);
        daemon.lines.add(FakeDaemon.line(1, "web", "stdout", "hello"));
        daemon.lines.add(FakeDaemon.line(2, "worker", "stderr", "oh no"));
        daemon.journal.add(FakeDaemon.event(7, "it began"));
    }

    private static String request(Object id, String method, Map<String, Object> params) {
        return JsonText.write(
                Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", params));
    }

    private static Map<String, Object> modern(Map<String, Object> params) {
        var all = new LinkedHashMap<>(params);
        all.put("_meta", MODERN);
        return all;
    }

    private static Map<String, Object> call(String tool, Map<String, Object> arguments) {
        return Map.of("name", tool, "arguments", arguments);
    }

    /** The answers by the ids of the requests. */
    private record Answers(Map<Object, Members> all) {
        Members get(Object id) {
            return Objects.requireNonNull(all.get(id), "no answer to " + id);
        }
    }

    private Answers answers(List<String> options, String... requests) {
        var called = new Called(folder).input(String.join("\n", requests) + "\n");
        assertThat(
                        called.run(
                                Foster.concat(List.of("mcp", "self"), options)
                                        .toArray(String[]::new)))
                .as(called.err())
                .isZero();
        var answers = new LinkedHashMap<Object, Members>();
        called.out()
                .lines()
                .map(JsonText::parseObject)
                .forEach(answer -> answers.put(answer.get("id"), Members.of(answer)));
        return new Answers(answers);
    }

    private static Members result(Members answer) {
        return Members.of(answer.inner("result"));
    }

    private static String text(Members answer) {
        return result(answer).list("content", Members::of).getFirst().text("text");
    }

    @Test
    void aLegacyClientIsGreetedInItsOwnRevision() {
        Answers answers =
                answers(
                        List.of(),
                        request(1L, "initialize", Map.of("protocolVersion", "2025-06-18")),
                        request(2L, "initialize", Map.of("protocolVersion", "1999-01-01")),
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                        request("p", "ping", Map.of()),
                        request("x", "prompts/list", Map.of()));
        assertThat(result(answers.get(1L)).text("protocolVersion")).isEqualTo("2025-06-18");
        assertThat(Members.of(result(answers.get(1L)).inner("serverInfo")).text("name"))
                .isEqualTo("foster");
        assertThat(result(answers.get(2L)).text("protocolVersion")).isEqualTo("2025-11-25");
        assertThat(answers.get("p").inner("result")).isEmpty();
        assertThat(Members.of(answers.get("x").inner("error")).number("code")).isEqualTo(-32601);
        assertThat(answers.all()).hasSize(4);
    }

    @Test
    void aModernClientNeedsNoGreeting() {
        Map<String, Object> future =
                Map.of(
                        "_meta",
                        Map.of(
                                "io.modelcontextprotocol/protocolVersion",
                                "2999-01-01",
                                "io.modelcontextprotocol/clientCapabilities",
                                Map.of()));
        Answers answers =
                answers(
                        List.of(),
                        request(1L, "server/discover", modern(Map.of())),
                        request(2L, "tools/list", modern(Map.of())),
                        request(3L, "ping", modern(Map.of())),
                        request(4L, "tools/list", future),
                        request(5L, "resources/read", modern(Map.of("uri", "foster://nothing"))));
        assertThat(result(answers.get(1L)).texts("supportedVersions")).contains("2026-07-28");
        assertThat(result(answers.get(1L)).object())
                .containsEntry("resultType", "complete")
                .containsEntry("ttlMs", 0L)
                .containsEntry("cacheScope", "private");
        assertThat(result(answers.get(2L)).list("tools", Members::of))
                .extracting(tool -> tool.text("name"))
                .containsExactly("ps", "logs", "why", "events", "facts");
        assertThat(Members.of(answers.get(3L).inner("error")).number("code")).isEqualTo(-32601);
        assertThat(Members.of(answers.get(4L).inner("error")).number("code")).isEqualTo(-32022);
        assertThat(Members.of(answers.get(5L).inner("error")).number("code")).isEqualTo(-32602);
    }

    @Test
    void itTellsAboutProcesses() {
        var called = new Called(folder);
        try (FakeDaemon _ = called.daemon(SelfVerbTest::fill)) {
            Answers answers =
                    answers(
                            List.of(),
                            request("ps", "tools/call", call("ps", Map.of())),
                            request(
                                    "one",
                                    "tools/call",
                                    call("ps", Map.of("names", List.of("w*")))),
                            request("logs", "tools/call", call("logs", Map.of("lines", 1L))),
                            request("why", "tools/call", call("why", Map.of("name", "worker"))),
                            request("events", "tools/call", call("events", Map.of())),
                            request("facts", "tools/call", call("facts", Map.of("name", "web"))));
            assertThat(text(answers.get("ps")))
                    .contains("web: running, ready, pid 4711", "worker: failed, not ready");
            Members structured = Members.of(result(answers.get("ps")).inner("structuredContent"));
            assertThat(structured.list("processes", Members::of))
                    .extracting(process -> process.text("name"))
                    .containsExactly("web", "worker");
            assertThat(text(answers.get("one"))).contains("web: ");
            assertThat(text(answers.get("logs")))
                    .endsWith("worker | oh no")
                    .doesNotContain("hello");
            assertThat(text(answers.get("why"))).contains("exit 1", "it began", "mend it");
            assertThat(text(answers.get("events"))).contains("it began");
            assertThat(text(answers.get("facts"))).contains("in /srv", "PORT");
        }
    }

    @Test
    void resourcesAreTheProcessesAndTheirLogs() {
        var called = new Called(folder);
        try (FakeDaemon _ = called.daemon(SelfVerbTest::fill)) {
            Answers answers =
                    answers(
                            List.of(),
                            request(1L, "resources/list", Map.of()),
                            request(2L, "resources/templates/list", Map.of()),
                            request(3L, "resources/read", Map.of("uri", "foster://processes")),
                            request(4L, "resources/read", Map.of("uri", "foster://logs/web")),
                            request(5L, "resources/read", Map.of("uri", "foster://logs/nobody")));
            assertThat(result(answers.get(1L)).list("resources", Members::of))
                    .extracting(resource -> resource.text("uri"))
                    .containsExactly(
                            "foster://processes", "foster://logs/web", "foster://logs/worker");
            assertThat(
                            result(answers.get(2L))
                                    .list("resourceTemplates", Members::of)
                                    .getFirst()
                                    .text("uriTemplate"))
                    .isEqualTo("foster://logs/{name}");
            assertThat(contents(answers.get(3L))).contains("\"pid\":4711");
            assertThat(contents(answers.get(4L))).isEqualTo("hello\n");
            assertThat(Members.of(answers.get(5L).inner("error")).number("code")).isEqualTo(-32002);
        }
    }

    private static String contents(Members answer) {
        return result(answer).list("contents", Members::of).getFirst().text("text");
    }

    @Test
    void nothingIsChangedUnlessThatIsAllowed() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon(SelfVerbTest::fill)) {
            String stop = request(1L, "tools/call", call("stop", Map.of("names", List.of("web"))));
            String list = request(2L, "tools/list", Map.of());
            Answers refused = answers(List.of(), stop, list);
            assertThat(Members.of(refused.get(1L).inner("error")).number("code")).isEqualTo(-32602);
            assertThat(daemon.calls).isEmpty();
            Answers done = answers(List.of("--allow-changes"), stop, list);
            assertThat(text(done.get(1L))).isEqualTo("stop has begun for web.");
            assertThat(daemon.calls).containsExactly("stop [web]");
            assertThat(result(done.get(2L)).list("tools", Members::of))
                    .allSatisfy(SelfVerbTest::assertHintsAreTrue)
                    .hasSize(8);
        }
    }

    private static void assertHintsAreTrue(Members tool) {
        Members hints = Members.of(tool.inner("annotations"));
        boolean changes = List.of("start", "stop", "restart").contains(tool.text("name"));
        assertThat(hints.flag("readOnlyHint")).isEqualTo(!changes);
        assertThat(hints.flag("destructiveHint"))
                .isEqualTo(List.of("stop", "restart").contains(tool.text("name")));
        assertThat(tool.inner("inputSchema")).containsEntry("type", "object");
    }

    @Test
    void whatCannotBeDoneIsToldToTheModel() {
        Answers answers = answers(List.of(), request(1L, "tools/call", call("ps", Map.of())));
        assertThat(result(answers.get(1L)).flag("isError")).isTrue();
        assertThat(text(answers.get(1L))).contains("no foster is running", "foster up");
        var called = new Called(folder);
        try (FakeDaemon _ = called.daemon(SelfVerbTest::fill)) {
            Answers unfit =
                    answers(
                            List.of(),
                            request(1L, "tools/call", call("why", Map.of())),
                            request(2L, "tools/call", call("why", Map.of("name", "nobody"))),
                            request(3L, "tools/call", call("logs", Map.of("lines", 0L))),
                            request(4L, "tools/call", call("ps", Map.of("names", "web"))));
            assertThat(unfit.all().values())
                    .hasSize(4)
                    .allSatisfy(answer -> assertThat(result(answer).flag("isError")).isTrue());
            assertThat(text(unfit.get(1L))).contains("name is missing");
            assertThat(text(unfit.get(2L))).contains("nobody");
        }
    }

    @Test
    void realClientsOfBothErasUseIt() throws Exception {
        McpPeers peers = McpPeers.installed();
        var called = new Called(folder);
        try (FakeDaemon _ = called.daemon(SelfVerbTest::fill)) {
            for (String era : List.of("legacy", "modern")) {
                List<String> server = List.of(Foster.launcher(folder).toString(), "mcp", "self");
                List<String> client =
                        peers.client(
                                era,
                                folder,
                                server,
                                "[\"server\"]",
                                "[\"tools\"]",
                                "[\"call\",\"why\",{\"name\":\"worker\"}]",
                                "[\"read\",\"foster://logs/worker\"]");
                try (Foster running = Foster.command(folder, client)) {
                    assertThat(running.awaitEnd()).as(running.errors()).isZero();
                    List<String> said = running.output().lines().toList();
                    assertThat(said).as(era).hasSize(4);
                    assertThat(said.get(0)).isEqualTo("\"foster\"");
                    assertThat(said.get(1)).contains("\"ps\"", "\"facts\"");
                    assertThat(said.get(2)).contains("mend it", "structuredContent");
                    assertThat(said.get(3)).contains("oh no");
                }
            }
        }
    }
}
