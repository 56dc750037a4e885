package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The program as a user meets it: a JVM of its own with the options that {@code ./foster} gives it,
 * and pipes for its three streams. What it starts inherits a mark, so that a test can see whether
 * any of it is left; closing it checks that.
 */
final class Program implements AutoCloseable {
    /** For whatever must happen, on a machine that has much else to do. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String MARK = "FOSTER_TEST_MARK";

    /** How it went, once it is over. */
    @SuppressWarnings("ArrayRecordComponent") // raw bytes are the point; results are not compared
    record Result(int code, byte[] outputBytes, byte[] errorBytes) {

        String output() {
            return new String(outputBytes, StandardCharsets.UTF_8);
        }

        String errors() {
            return new String(errorBytes, StandardCharsets.UTF_8);
        }
    }

    /** Where and with which variables it will run. */
    static final class Setup {
        private final Map<String, String> environment = new TreeMap<>();
        private Path directory = Path.of("").toAbsolutePath();

        Setup() {
            // Where nothing can be made: a test of a daemon says where its files are to be, and no
            // test leaves any among the person's own.
            with("FOSTER_STATE_DIR", "/dev/null/state").with("FOSTER_RUNTIME_DIR", "/dev/null/run");
        }

        Setup in(Path wanted) {
            directory = wanted;
            return this;
        }

        Setup with(String name, String value) {
            environment.put(name, value);
            return this;
        }

        Program start(String... arguments) {
            return startAs(CommandLine.of(arguments));
        }

        /** Starts another command, which should become the program in the end. */
        Program startAs(List<String> command) {
            String mark = UUID.randomUUID().toString();
            var builder = new ProcessBuilder(command).directory(directory.toFile());
            builder.environment().putAll(environment);
            builder.environment().put(MARK, mark);
            try {
                return new Program(builder.start(), mark);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        Result run(String... arguments) {
            try (Program program = start(arguments)) {
                return program.finish();
            }
        }
    }

    private final Process process;
    private final String mark;
    private final Collected output;
    private final Collected errors;

    private Program(Process process, String mark) {
        this.process = process;
        this.mark = mark;
        this.output = Collected.from(process.getInputStream());
        this.errors = Collected.from(process.getErrorStream());
    }

    static Setup in(Path directory) {
        return new Setup().in(directory);
    }

    static Setup with(String name, String value) {
        return new Setup().with(name, value);
    }

    static Program start(String... arguments) {
        return new Setup().start(arguments);
    }

    /** Runs it with an empty input until it ends. */
    static Result run(String... arguments) {
        return new Setup().run(arguments);
    }

    long pid() {
        return process.pid();
    }

    OutputStream input() {
        return process.getOutputStream();
    }

    void say(String line) {
        try {
            input().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input().flush();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What it printed so far. */
    String output() {
        return output.text();
    }

    /** What it printed to standard error so far. */
    String errors() {
        return errors.text();
    }

    void awaitOutput(String text) {
        output.await(text, this::toString);
    }

    void awaitErrors(String text) {
        errors.await(text, this::toString);
    }

    /** The number that follows a word on standard output, once its line is complete. */
    long awaitNumber(String word) {
        return output.awaitNumber(word, this::toString);
    }

    void signal(String name) {
        signal(name, pid());
    }

    /** Kills the program alone; tells how long it took until none of these ran any more. */
    Duration killAndAwaitTheDeathOf(List<ProcTable.Entry> others) {
        long begin = System.nanoTime();
        process.destroyForcibly();
        Eventually.until(
                LIMIT,
                "all of " + others + " are dead",
                () -> others.stream().noneMatch(ProcTable::running));
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    static void signal(String name, long pid) {
        try {
            Process kill =
                    new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + pid).start();
            assertThat(kill.waitFor()).as("kill -s " + name + " " + pid).isZero();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupt);
        }
    }

    /** Ends its input and waits for its end. */
    Result finish() {
        try {
            input().close();
        } catch (IOException childClosedItFirst) {
            assertThat(childClosedItFirst).hasMessageContaining("pipe");
        }
        return awaitEnd();
    }

    /** Waits for its end, its input left as it is. */
    Result awaitEnd() {
        return awaitEnd(LIMIT);
    }

    /** The same, for what takes long by its nature. */
    Result awaitEnd(Duration limit) {
        try {
            boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
            assertThat(ended).as("ends in time: %s", this).isTrue();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupt);
        }
        return new Result(process.exitValue(), output.awaitEnd(), errors.awaitEnd());
    }

    boolean running() {
        return process.isAlive();
    }

    /** What it started and what still carries its mark, without the program itself. */
    List<ProcTable.Entry> family() {
        return ProcTable.withVariable(MARK, mark).stream()
                .filter(entry -> entry.pid() != pid() && !entry.zombie())
                .toList();
    }

    /** Checks that it has ended, and that nothing with its mark has outlived it. */
    @Override
    public void close() {
        boolean ended = !process.isAlive();
        List<ProcTable.Entry> left = ended ? family() : List.of();
        if (!ended || !left.isEmpty()) {
            process.destroyForcibly();
            family().forEach(
                            entry ->
                                    ProcessHandle.of(entry.pid())
                                            .ifPresent(ProcessHandle::destroyForcibly));
            Eventually.until(LIMIT, "the program is gone", () -> !process.isAlive());
        }
        assertThat(left).as("outlived the program: %s", this).isEmpty();
    }

    @Override
    public String toString() {
        return "pid " + pid() + ", output <" + output() + ">, errors <" + errors() + ">";
    }
}
