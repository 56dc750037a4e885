package dev.foster.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program in a JVM of its own, in a folder of its own. What it starts carries a mark; closing
 * it checks that nothing with that mark is left.
 */
final class Foster implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(60);

    private static final String MARK = "FOSTER_MCP_MARK";
    private static final Pattern URL = Pattern.compile("(?m)^(\\S+)  (http://\\S+)$");

    private final String mark = UUID.randomUUID().toString();
    private final Process process;
    private final Path output;
    private final Path errors;

    private Foster(Path folder, List<String> command) {
        try {
            output = Files.createTempFile(folder, "output", "");
            errors = Files.createTempFile(folder, "errors", "");
            var builder =
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectOutput(output.toFile())
                            .redirectError(errors.toFile());
            builder.environment().put(MARK, mark);
            builder.environment().put("FOSTER_RUNTIME_DIR", folder.resolve("r").toString());
            builder.environment().put("FOSTER_STATE_DIR", folder.resolve("s").toString());
            process = builder.start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static Foster start(Path folder, String... words) {
        return start(folder, List.of(words));
    }

    static Foster start(Path folder, List<String> words) {
        return command(folder, concat(List.of(launcher(folder).toString()), words));
    }

    /** Another command, which may start the program as {@link #launcher}. */
    static Foster command(Path folder, List<String> command) {
        return new Foster(folder, command);
    }

    static <T> List<T> concat(List<T> first, List<T> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }

    /** A script that becomes the program, for others to start. */
    static Path launcher(Path folder) {
        Path script = folder.resolve("foster");
        try {
            if (!Files.exists(script)) {
                Files.writeString(
                        script,
                        """
                        #!/bin/sh
                        exec '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED \\
                            -cp '%s' dev.foster.cli.Main "$@"
                        """
                                .formatted(
                                        System.getProperty("java.home"),
                                        System.getProperty("java.class.path")));
                Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return script;
    }

    /** The address of a server, once it is printed. */
    String awaitUrl(String server) {
        await("it listens", () -> url(server) != null);
        return String.valueOf(url(server));
    }

    private @Nullable String url(String server) {
        Matcher lines = URL.matcher(output());
        while (lines.find()) {
            if (lines.group(1).equals(server)) {
                return lines.group(2);
            }
        }
        return null;
    }

    /** The token that it made. */
    String awaitToken() {
        Pattern made = Pattern.compile("clients need the token (\\S+),");
        await("it tells its token", () -> made.matcher(errors()).find());
        Matcher token = made.matcher(errors());
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    void await(String what, BooleanSupplier condition) {
        Eventually.until(
                LIMIT,
                what,
                () -> {
                    if (condition.getAsBoolean()) {
                        return true;
                    }
                    if (!process.isAlive() && !condition.getAsBoolean()) {
                        throw new AssertionError("it ended: " + output() + errors());
                    }
                    return false;
                });
    }

    void send(String line) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + process.pid())
                .start()
                .waitFor();
    }

    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("it did not end: " + output() + errors());
        }
        return process.exitValue();
    }

    /** The processes of a server's command that run for it now. */
    List<ProcTable.Entry> children(String word) {
        return ProcTable.withVariable(MARK, mark).stream()
                .filter(ProcTable::running)
                .filter(entry -> entry.pid() != process.pid())
                .filter(entry -> commandLine(entry.pid()).contains(word))
                .toList();
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline"));
        } catch (IOException gone) {
            return "";
        }
    }

    String output() {
        return read(output);
    }

    String errors() {
        return read(errors);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        Eventually.until(
                LIMIT,
                "nothing is left of it",
                () -> ProcTable.withVariable(MARK, mark).stream().noneMatch(ProcTable::running));
    }
}
