package dev.foster.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.protocol.handshake.QuietJvm;
import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java plugin, launched by a host that is made with the real go-plugin. */
class GoHostTest {
    private static final Path FOLDER = Path.of("target", "it", "go").toAbsolutePath();

    @TempDir Path sockets;

    @BeforeAll
    static void build() throws Exception {
        Assumptions.assumeTrue(
                Peer.isInstalled("go"), "no go here: the tests against Go's host are skipped");
        run(List.of("sh", "../../plugin/src/it/go/build", FOLDER.toString()), Path.of("/tmp"));
    }

    private static String run(List<String> command, Path temporary)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile("go-host", ".log");
        try {
            var builder =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile());
            builder.environment().put("TMPDIR", temporary.toString());
            Process process = builder.start();
            boolean ended = process.waitFor(5, TimeUnit.MINUTES);
            String said = Files.readString(log, StandardCharsets.UTF_8);
            process.destroyForcibly();
            assertThat(ended).as(said).isTrue();
            assertThat(process.exitValue()).as(said).isZero();
            return said;
        } finally {
            Files.delete(log);
        }
    }

    private String host(String flags, String steps) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(FOLDER.resolve("host").toString());
        List.of(flags.split(" ", -1)).stream().filter(it -> !it.isEmpty()).forEach(command::add);
        command.add("-timeout=60s");
        command.add(steps);
        // The last word on the heap: a blob is 20 MB, and is there several times.
        var jvm = new ArrayList<>(QuietJvm.FLAGS);
        jvm.add("-Xmx512m");
        command.addAll(ChildPlugin.command(jvm));
        return run(command, sockets);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-automtls", "-mux", "-automtls -mux"})
    void itServesWhateverTheHostAsksFor(String flags) throws Exception {
        // [S3] [S4] [S5] [S7] [S8] [S9] [S10] [S13]
        String said = host(flags, "ping,health,kv,counter,dial,stream,blob,stdio,log,sigint");
        assertThat(said).contains("\"step\":\"sigint\"").doesNotContain("\"ok\":false");
        // [S6]: it ended by itself when it was asked to, and left no socket.
        assertThat(said.lines().filter(line -> line.contains("\"step\":\"kill\"")))
                .singleElement()
                .asString()
                .contains("\"exit\":0");
        try (var left = Files.list(sockets)) {
            assertThat(left.filter(it -> it.getFileName().toString().startsWith("plugin")))
                    .isEmpty();
        }
    }

    @Test
    void itTellsSomebodyAtATerminalThatItIsAPlugin() throws Exception {
        // [S1]
        assertThat(host("-cookie=", "raw"))
                .contains("\"exit\":1")
                .contains("This binary is a plugin");
    }

    @Test
    void itCanBeAskedWhatItServes() throws Exception {
        // [S15]
        assertThat(host("", "reflection")).contains("proto.KV");
    }
}
