package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.process.Environment;
import dev.foster.stdio.peers.NodePeers;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.spec.ServerSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Clients and servers from npm, which know nothing of each other but the protocol. */
@Timeout(120)
class NodeClientsTest {
    private static final Path CLIENTS = Path.of("src", "it", "clients").toAbsolutePath();

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "modern"})
    void theLegacySdkDoesEverythingWithServersOfBothEras(String server) throws Exception {
        NodePeers peers = NodePeers.installed();
        try (var live = fixtures(peers)) {
            RawJson done =
                    RawJson.parse(
                            said(
                                    peers.script(
                                            CLIENTS.resolve("legacy.mjs"),
                                            peers.folder().toString(),
                                            live.url(server))));
            assertDone(done);
            assertThat(done.member("session")).hasValue(RawJson.parse("true"));
            assertThat(done.text("version")).hasValue("2025-11-25");
            assertThat(done.member("logged")).hasValue(RawJson.parse("3"));
            assertThat(done.member("ended")).hasValue(RawJson.parse("true"));
            assertThat(live.service().sessions()).isEmpty();
            LiveService.await("its child is gone", () -> live.children() == 0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "legacy, auto, 2026-07-28",
        "modern, auto, 2026-07-28",
        "legacy, 2026-07-28, 2026-07-28",
        "legacy, legacy, 2025-11-25",
        "modern, legacy, 2025-11-25"
    })
    void theSdkOfBothErasDoesEverythingInEither(String server, String mode, String version)
            throws Exception {
        NodePeers peers = NodePeers.installed();
        try (var live = fixtures(peers)) {
            RawJson done =
                    RawJson.parse(
                            said(
                                    peers.script(
                                            CLIENTS.resolve("modern.mjs"),
                                            peers.folder().toString(),
                                            live.url(server),
                                            mode)));
            assertDone(done);
            assertThat(done.text("version")).hasValue(version);
            assertThat(done.member("session"))
                    .hasValue(RawJson.parse(mode.equals("legacy") ? "true" : "false"));
            assertThat(live.service().sessions()).isEmpty();
        }
    }

    private static void assertDone(RawJson done) {
        assertThat(done.text("text")).hasValueSatisfying(it -> assertThat(it).contains("simple"));
        assertThat(done.text("sampled")).hasValue("LLM response: sampled a joke");
        assertThat(done.text("elicited"))
                .hasValueSatisfying(
                        it -> assertThat(it).contains("action=accept").contains("ann@example.org"));
        assertThat(done.text("late")).hasValue("Reconnection test completed");
        assertThat(done.member("progress")).hasValue(RawJson.parse("[0,50,100]"));
        assertThat(done.member("sideBySide")).hasValue(RawJson.parse("20"));
        assertThat(done.member("refused")).hasValue(RawJson.parse("true"));
        assertThat(done.member("tools").orElseThrow().whole().orElseThrow()).isGreaterThan(20);
    }

    @Test
    void theInspectorUsesTheReferenceServersThroughTheService() throws Exception {
        NodePeers peers = NodePeers.installed();
        Files.writeString(folder.resolve("note.txt"), "kept in a file");
        ChildSpec memory =
                ChildSpec.of(peers.memory())
                        .environment(
                                Environment.inheritAll()
                                        .with(
                                                "MEMORY_FILE_PATH",
                                                folder.resolve("memory.jsonl").toString()));
        assertThat(inspected(peers, ChildSpec.of(peers.everything()), "tools/list"))
                .contains("\"echo\"")
                .contains("\"get-sum\"");
        assertThat(
                        inspected(
                                peers,
                                ChildSpec.of(peers.filesystem(folder)),
                                "tools/call",
                                "--tool-name",
                                "read_text_file",
                                "--tool-arg",
                                "path=" + folder.resolve("note.txt")))
                .contains("kept in a file");
        assertThat(inspected(peers, memory, "tools/call", "--tool-name", "read_graph"))
                .contains("entities");
    }

    /** The inspector takes addresses that end in /mcp, and no others. */
    private String inspected(NodePeers peers, ChildSpec child, String method, String... more)
            throws Exception {
        try (var live = LiveService.of(ServerSpec.of("mcp", child))) {
            var arguments = new ArrayList<>(List.of(live.url("mcp"), "--method", method));
            arguments.addAll(List.of(more));
            return said(peers.inspector(arguments.toArray(String[]::new)));
        }
    }

    private static LiveService fixtures(NodePeers peers) {
        return LiveService.of(
                ServerSpec.of("legacy", ChildSpec.of(peers.legacyFixture())),
                ServerSpec.of("modern", ChildSpec.of(peers.modernFixture())));
    }

    /** What a program prints; it has to end well. */
    private String said(List<String> command) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Process program = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        program.getOutputStream().close();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean ended = program.waitFor(60, TimeUnit.SECONDS);
        program.destroyForcibly();
        assertThat(ended).as("it ends").isTrue();
        assertThat(program.exitValue())
                .as(said + Files.readString(errors, StandardCharsets.UTF_8))
                .isZero();
        return said;
    }
}
