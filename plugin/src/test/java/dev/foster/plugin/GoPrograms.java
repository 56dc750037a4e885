package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.OneAtATime;
import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The programs of {@code src/it/go}, built once with the Go that is installed. */
final class GoPrograms {
    private static final Path FOLDER = Path.of("target", "it", "go").toAbsolutePath();

    private static boolean built;

    private GoPrograms() {}

    /** The plugin that serves {@code kv.proto}. */
    static Path kv() throws IOException, InterruptedException {
        return built("kv");
    }

    private static synchronized Path built(String name) throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Peer.isInstalled("go"), "no go here: the tests against Go programs are skipped");
        // Once in each run: what an earlier one built may be older than its sources.
        if (!built) {
            OneAtATime.prepare(FOLDER, GoPrograms::build);
            built = true;
        }
        return FOLDER.resolve(name);
    }

    private static void build() throws IOException, InterruptedException {
        Path log = FOLDER.resolve("build.log");
        Process build =
                new ProcessBuilder("sh", "src/it/go/build", FOLDER.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertThat(build.waitFor(10, TimeUnit.MINUTES)).as("go build ends").isTrue();
        assertThat(build.exitValue())
                .as("go build: " + Files.readString(log, StandardCharsets.UTF_8))
                .isZero();
    }
}
