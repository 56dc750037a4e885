package dev.foster.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.protocol.handshake.Expectation;
import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.handshake.HandshakeLine.Outcome;
import dev.foster.plugin.protocol.handshake.QuietJvm;
import dev.foster.plugin.protocol.handshake.Variable;
import dev.foster.plugin.protocol.hclog.HclogLines;
import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.sdk.kv.KeyValuePlugin;
import dev.foster.testkit.Eventually;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** {@link KeyValuePlugin} in a JVM of its own, started as a host starts a plugin. */
final class ChildPlugin implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(30);

    private final Process process;
    private final BufferedReader out;
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final Thread errorReader;

    private ChildPlugin(Process process) {
        this.process = process;
        out = process.inputReader(StandardCharsets.UTF_8);
        errorReader =
                Thread.startVirtualThread(
                        () -> {
                            try (BufferedReader lines =
                                    process.errorReader(StandardCharsets.UTF_8)) {
                                lines.lines().forEach(errors::add);
                            } catch (IOException | RuntimeException closed) {
                                // The process has ended.
                            }
                        });
    }

    /**
     * Starts it.
     *
     * @param directory for its sockets
     * @param variables of the protocol, added to the cookie
     */
    static ChildPlugin start(Path directory, Map<String, String> variables, String... wishes)
            throws IOException {
        return start(command(wishes), directory, variables);
    }

    static ChildPlugin start(List<String> command, Path directory, Map<String, String> variables)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put(KeyValuePlugin.COOKIE_KEY, KeyValuePlugin.COOKIE_VALUE);
        builder.environment().put("TMPDIR", directory.toString());
        builder.environment().put(Variable.PROTOCOL_VERSIONS, "1");
        builder.environment().putAll(variables);
        return new ChildPlugin(builder.start());
    }

    /** The command of a plugin that was told to be quiet. */
    static List<String> command(String... wishes) {
        return command(QuietJvm.FLAGS, wishes);
    }

    static List<String> command(List<String> flags, String... wishes) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(KeyValuePlugin.class.getName());
        command.addAll(List.of(wishes));
        return command;
    }

    /** Reads the first line, whatever it is. */
    Optional<String> firstLine() throws IOException {
        return Optional.ofNullable(out.readLine());
    }

    /** Reads the handshake; it must be what the host expects. */
    HandshakeLine line(Expectation expectation) throws IOException {
        String text = firstLine().orElseThrow(() -> new AssertionError("no line, but " + errors));
        Outcome outcome = HandshakeLine.parse(text, expectation);
        assertThat(outcome).as(text).isInstanceOf(Outcome.Accepted.class);
        return ((Outcome.Accepted) outcome).line();
    }

    /** What it wrote to its standard output and was not read yet; waits for the end. */
    List<String> rest() throws IOException {
        return out.lines().toList();
    }

    int exit() throws InterruptedException {
        assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).as("it ends").isTrue();
        errorReader.join();
        return process.exitValue();
    }

    List<String> errors() {
        return List.copyOf(errors);
    }

    /** Waits for an entry in its log. */
    LogEntry logged(Predicate<LogEntry> which) {
        Eventually.until(SOON, "the log entry; there is " + errors, () -> find(which).isPresent());
        return find(which).orElseThrow();
    }

    private Optional<LogEntry> find(Predicate<LogEntry> which) {
        var lines = new HclogLines();
        return errors.stream().map(lines::line).filter(which).findFirst();
    }

    Process process() {
        return process;
    }

    void signal(String name) throws Exception {
        var kill = List.of("/bin/sh", "-c", "kill -" + name + " " + process.pid());
        assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
            errorReader.join();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        out.close();
        process.getOutputStream().close();
    }
}
