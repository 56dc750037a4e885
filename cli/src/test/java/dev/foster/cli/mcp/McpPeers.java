package dev.foster.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.json.JsonText;
import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Real clients and servers from npm, as the stdio module's tests install them. */
final class McpPeers {
    private static final Path SOURCES =
            Path.of("..", "stdio", "src", "it").toAbsolutePath().normalize();

    private final Path folder;

    private McpPeers(Path folder) {
        this.folder = folder;
    }

    /** Skips the test that asks where there is no npm, unless there has to be one. */
    static McpPeers installed() throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Peer.isInstalled("npm"), "no npm here: the tests against its programs are skipped");
        Process install =
                new ProcessBuilder(SOURCES.resolve("node/install").toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String printed =
                new String(install.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(install.waitFor(10, TimeUnit.MINUTES)).as("npm ends").isTrue();
        assertThat(install.exitValue()).as("npm installs; it says above why not").isZero();
        return new McpPeers(Path.of(printed.strip()));
    }

    private String node() {
        return folder.resolve("node").toString();
    }

    /** A server with everything, of the legacy era; with {@code --modern}, of the modern one. */
    List<String> fixture(String... arguments) {
        return Foster.concat(
                List.of(node(), SOURCES.resolve("fixture/fixture.mjs").toString()),
                List.of(arguments));
    }

    /** A client of ours on the SDK of an era; each step is a JSON array. */
    List<String> client(String era, Path workshop, List<String> server, String... steps) {
        Path script = resource(era + "-client.mjs", workshop);
        var command = new ArrayList<String>(List.of(node(), script.toString(), folder.toString()));
        command.add(JsonText.write(server));
        command.addAll(List.of(steps));
        return command;
    }

    /** The inspector without its screen: a client that calls one method and prints the answer. */
    List<String> inspector(List<String> server, String... arguments) {
        String program = "node_modules/@modelcontextprotocol/inspector/cli/build/cli.js";
        return Foster.concat(
                Foster.concat(List.of(node(), folder.resolve(program).toString(), "--cli"), server),
                List.of(arguments));
    }

    /** A server in Python with one tool, {@code tell}. */
    static List<String> tiny(Path workshop) {
        return List.of("python3", resource("tiny.py", workshop).toString());
    }

    private static Path resource(String name, Path workshop) {
        Path copy = workshop.resolve(name);
        try (InputStream text = McpPeers.class.getResourceAsStream(name)) {
            if (!Files.exists(copy)) {
                Files.copy(Objects.requireNonNull(text, name), copy);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return copy;
    }
}
