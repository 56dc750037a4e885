package dev.foster.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.OneAtATime;
import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The real readers of what we write: promtool, and the parsers of Python's packages. */
public final class Parsers {
    private static final Path FOLDER = Path.of("target", "it").toAbsolutePath();
    private static final Path SOURCES = Path.of("src", "it", "python").toAbsolutePath();

    private Parsers() {}

    /** What promtool has to say; nothing when it is content. */
    public static String promtool(String input, String... words)
            throws IOException, InterruptedException {
        Optional<Path> program = Peer.find("promtool");
        Assumptions.assumeTrue(program.isPresent(), "no promtool here");
        var command = new ArrayList<>(List.of(program.orElseThrow().toString()));
        command.addAll(List.of(words));
        return run(command, input);
    }

    /** What a parser of Python found, line by line; it fails on anything it does not understand. */
    public static List<String> python(String what, String input)
            throws IOException, InterruptedException {
        Assumptions.assumeTrue(Peer.isInstalled("python3"), "no python3 here");
        Path python = environment();
        String said =
                run(
                        List.of(python.toString(), SOURCES.resolve("check.py").toString(), what),
                        input);
        return said.lines().toList();
    }

    private static synchronized Path environment() throws IOException, InterruptedException {
        Path environment = FOLDER.resolve("python");
        OneAtATime.prepare(FOLDER, () -> make(environment));
        return python(environment);
    }

    private static Path python(Path environment) {
        return environment.resolve("bin").resolve("python");
    }

    private static void make(Path environment) throws IOException, InterruptedException {
        Path wanted = SOURCES.resolve("requirements.txt");
        Path made = environment.resolve("requirements.txt");
        // Written last: what an interrupted run left behind does not count.
        if (!Files.exists(made) || Files.mismatch(made, wanted) >= 0) {
            String python = python(environment).toString();
            run(List.of("python3", "-m", "venv", "--clear", environment.toString()), "");
            run(List.of(python, "-m", "pip", "install", "-q", "-r", wanted.toString()), "");
            Files.copy(wanted, made);
        }
    }

    /** Runs a program to its end; one that fails fails the test, with what it said. */
    static String run(List<String> command, String input) throws IOException, InterruptedException {
        Path said = Files.createTempFile("said", ".txt");
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(said.toFile())
                            .start();
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException unread) {
                // It has made up its mind before.
            }
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
            String text = Files.readString(said);
            assertThat(process.exitValue()).as("%s said: %s", command, text).isZero();
            return text;
        } finally {
            Files.delete(said);
        }
    }
}
