package dev.foster.plugin.protocol.yamux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program built from a folder of {@code src/it/go}, with the Go that is installed. */
record GoProgram(Path file) {

    /** Builds it; the test is skipped where there is no Go. */
    static GoProgram build(String name, Path into) throws Exception {
        Assumptions.assumeTrue(
                Peer.isInstalled("go"), "no go here: the tests against Go programs are skipped");
        Path file = into.resolve(name);
        Process build =
                new ProcessBuilder("go", "build", "-o", file.toString(), ".")
                        .directory(Path.of("src", "it", "go", name).toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(build.waitFor()).as("go build: " + output).isZero();
        return new GoProgram(file);
    }

    Running start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(file.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new Running(process, process.inputReader());
    }

    /** The program as a process, and what it says. */
    record Running(Process process, BufferedReader output) implements AutoCloseable {

        /** Waits until it says exactly this line. */
        void awaitLine(String wanted) throws IOException {
            var said = new ArrayList<String>();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.equals(wanted)) {
                    return;
                }
                said.add(line);
            }
            throw new AssertionError("it never said " + wanted + " but " + said);
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly();
            try {
                assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
            }
            output.close();
        }
    }
}
