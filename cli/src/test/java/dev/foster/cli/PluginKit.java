package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What tests of real plugins need: the examples, compilers, and a place for what is built. */
final class PluginKit {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path BUILT = Path.of("target", "it").toAbsolutePath();

    private PluginKit() {}

    static Path example(String name) {
        return REPOSITORY.resolve("examples/kv").resolve(name);
    }

    static Path bot(String name) {
        return REPOSITORY.resolve("examples/bots").resolve(name);
    }

    static Path pythonSdk() {
        return REPOSITORY.resolve("sdk/python");
    }

    /** Environments of Python are built once for all tests. */
    static Path cache() {
        return BUILT.resolve("cache");
    }

    static void requires(String program) {
        Assumptions.assumeTrue(
                Peer.isInstalled(program), "no " + program + " here: this test is skipped");
    }

    /** Copies a folder, without what was built in it. */
    static Path copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path inside = from.relativize(file);
                if (!inside.startsWith("target") && !inside.toString().contains("__pycache__")) {
                    Files.createDirectories(to.resolve(inside).getParent());
                    Files.copy(file, to.resolve(inside));
                }
            }
            return to;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Builds the plugin in a folder with Go. */
    static void buildGo(Path folder, String name) {
        requires("go");
        run(folder, "go", "mod", "tidy");
        run(folder, "go", "build", "-buildvcs=false", "-o", name, ".");
    }

    /** The example in Go, built. */
    static Path goExample(Path to) {
        requires("go");
        copy(example("go"), to);
        run(to, "go", "build", "-buildvcs=false", "-o", "kv", ".");
        return to;
    }

    /** Gives a plugin ample time to end once it was asked, on a machine that has much to do. */
    static void patient(Path folder) {
        try {
            Files.writeString(
                    folder.resolve("plugin.yaml"),
                    "\nstop: {shutdown: 60s}\n",
                    StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static void run(Path folder, String... command) {
        Path log = folder.resolve("build.log");
        try {
            var builder =
                    new ProcessBuilder(List.of(command))
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile());
            builder.environment().merge("PATH", ":/usr/local/go/bin", (path, more) -> path + more);
            Process process = builder.start();
            assertThat(process.waitFor(10, TimeUnit.MINUTES))
                    .as(String.join(" ", command) + " ends")
                    .isTrue();
            assertThat(process.exitValue())
                    .as(() -> String.join(" ", command) + ": " + text(log))
                    .isZero();
            Files.delete(log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupt);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
