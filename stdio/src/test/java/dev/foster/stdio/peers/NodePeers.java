package dev.foster.stdio.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Peer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The programs of {@code src/it}: what {@code package-lock.json} names, installed once for all
 * checkouts, and our own server that has everything the conformance suite asks for.
 */
public final class NodePeers {
    // Tests of other modules use these too; they all run in a folder beside ours.
    private static final Path MODULE = Path.of("..", "stdio").toAbsolutePath().normalize();
    private static final Path SOURCES = MODULE.resolve("src/it");
    private static final String SCOPE = "@modelcontextprotocol/";

    private static @Nullable NodePeers installed;

    private final Path folder;

    private NodePeers(Path folder) {
        this.folder = folder;
    }

    /**
     * Installed, now if they were not. Skips the test that asks where there is no npm, unless there
     * has to be one: see {@link Peer#find}.
     */
    public static synchronized NodePeers installed() throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Peer.isInstalled("npm"), "no npm here: the tests against its programs are skipped");
        if (installed == null) {
            installed = new NodePeers(install());
        }
        return installed;
    }

    private static Path install() throws IOException, InterruptedException {
        Process install =
                new ProcessBuilder(SOURCES.resolve("node/install").toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String printed =
                new String(install.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(install.waitFor(10, TimeUnit.MINUTES)).as("npm ends").isTrue();
        assertThat(install.exitValue()).as("npm installs; it says above why not").isZero();
        return Path.of(printed.strip());
    }

    /** Node 22: newer than what Debian has, and needed by the conformance suite. */
    public Path node() {
        return folder.resolve("node");
    }

    /** The folder to run own scripts in, so that they find the packages. */
    public Path folder() {
        return folder;
    }

    /** Our server, which speaks 2025-11-25 and older. */
    public List<String> legacyFixture() {
        return script(SOURCES.resolve("fixture/fixture.mjs"));
    }

    /** Our server, which speaks 2026-07-28 alone. */
    public List<String> modernFixture() {
        return script(SOURCES.resolve("fixture/fixture.mjs"), "--modern");
    }

    /** The reference server with a bit of everything. */
    public List<String> everything() {
        return program(SCOPE + "server-everything/dist/index.js");
    }

    /** The reference server for files, of these folders. */
    public List<String> filesystem(Path... folders) {
        return program(
                SCOPE + "server-filesystem/dist/index.js",
                Stream.of(folders).map(Path::toString).toArray(String[]::new));
    }

    /** The reference server that remembers; MEMORY_FILE_PATH in its environment says where. */
    public List<String> memory() {
        return program(SCOPE + "server-memory/dist/index.js");
    }

    /** The inspector without its screen: a client that calls one method and prints the answer. */
    public List<String> inspector(String... arguments) {
        return program(
                SCOPE + "inspector/cli/build/cli.js",
                Stream.concat(Stream.of("--cli"), Stream.of(arguments)).toArray(String[]::new));
    }

    /** The conformance suite; its first argument is {@code server} for tests of servers. */
    public List<String> conformance(String... arguments) {
        return program(SCOPE + "conformance/dist/index.js", arguments);
    }

    /** The gateway to be measured beside. */
    public List<String> supergateway(String... arguments) {
        return program("supergateway/dist/index.js", arguments);
    }

    /** Any script, run by {@link #node}. */
    public List<String> script(Path script, String... arguments) {
        List<String> command = new ArrayList<>(List.of(node().toString(), script.toString()));
        command.addAll(List.of(arguments));
        return List.copyOf(command);
    }

    private List<String> program(String inside, String... arguments) {
        return script(folder.resolve("node_modules").resolve(inside), arguments);
    }
}
