package dev.foster.cli.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code foster bus serve} in a JVM of its own, as somebody's test suite would start it. */
final class ServedBus implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern LISTENING =
            Pattern.compile("Listening for client connections on \\S+:(\\d+)\\n");

    private final Process process;
    private final Path errors;
    private final Path output;

    private ServedBus(Path folder, List<String> words) {
        try {
            errors = Files.createTempFile(folder, "errors", "");
            output = Files.createTempFile(folder, "output", "");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
            command.add(System.getProperty("java.class.path"));
            command.addAll(List.of("dev.foster.cli.Main", "bus", "serve"));
            command.addAll(words);
            process =
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectError(errors.toFile())
                            .redirectOutput(output.toFile())
                            .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static ServedBus start(Path folder, String... words) {
        return new ServedBus(folder, List.of(words));
    }

    /** The port for clients, once it says that it is ready. */
    int awaitPort() {
        Eventually.until(
                LIMIT,
                "it is ready",
                () -> {
                    if (!process.isAlive()) {
                        throw new AssertionError("it ended: " + errors());
                    }
                    return errors().contains("Server is ready\n");
                });
        Matcher port = LISTENING.matcher(errors());
        if (!port.find()) {
            throw new AssertionError("no port in " + errors());
        }
        return Integer.parseInt(port.group(1));
    }

    long pid() {
        return process.pid();
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + process.pid())
                .start()
                .waitFor();
    }

    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("it did not end: " + errors());
        }
        return process.exitValue();
    }

    String errors() {
        return read(errors);
    }

    String output() {
        return read(output);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        Eventually.until(LIMIT, "it is gone", () -> !process.isAlive());
    }
}
