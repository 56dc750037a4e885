package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The programs of {@code src/it/go}, built once with the Go that is installed. */
final class GoPrograms {
    private static final Path FOLDER = Path.of("target", "it", "go").toAbsolutePath();

    private GoPrograms() {}

    /** The plugin that serves {@code kv.proto}. */
    static Path kv() throws IOException, InterruptedException {
        return built("kv");
    }

    /** The host that launches any plugin. */
    static Path host() throws IOException, InterruptedException {
        return built("host");
    }

    private static synchronized Path built(String name) throws IOException, InterruptedException {
        requireGo();
        Path marker = FOLDER.resolve("built");
        if (!Files.exists(marker)) {
            build();
            Files.writeString(marker, "");
        }
        return FOLDER.resolve(name);
    }

    private static void build() throws IOException, InterruptedException {
        Files.createDirectories(FOLDER);
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

    private static void requireGo() {
        boolean there =
                List.of(
                                (System.getenv("PATH") + ":/usr/local/go/bin")
                                        .split(File.pathSeparator, -1))
                        .stream()
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "go")));
        if ("true".equals(System.getenv("CI"))) {
            assertThat(there).as("go is installed; .ci/setup does that").isTrue();
        }
        Assumptions.assumeTrue(there, "no go here: the tests against Go programs are skipped");
    }
}
