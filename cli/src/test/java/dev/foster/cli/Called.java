package dev.foster.cli;

import dev.foster.control.ControlProblem;
import dev.foster.testkit.Eventually;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A verb called inside this JVM, in a project of its own; what it prints is caught. */
public final class Called {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private final Path folder;
    private byte[] input = new byte[0];
    private boolean terminal;

    public Called(Path folder) {
        this.folder = folder;
        environment.put("FOSTER_RUNTIME_DIR", folder.resolve("r").toString());
        environment.put("FOSTER_STATE_DIR", folder.resolve("s").toString());
    }

    /** The daemon of the same project. */
    public FakeDaemon daemon() {
        return daemon(_ -> {});
    }

    /** The same, with something in it from the beginning. */
    public FakeDaemon daemon(Consumer<FakeDaemon> before) {
        return new FakeDaemon(folder, environment, before);
    }

    public Called onTerminal(int columns) {
        terminal = true;
        return with("COLUMNS", Integer.toString(columns));
    }

    public Called with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public Called input(String text) {
        input = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** Runs it to its end; the result is the exit code, as the program would have it. */
    public int run(String... words) {
        List<String> all = List.of(words);
        try {
            return Verbs.named(all.getFirst(), caller())
                    .orElseThrow()
                    .run(all.subList(1, all.size()));
        } catch (UsageProblem problem) {
            return failed(problem, ExitCodes.USAGE);
        } catch (ControlProblem problem) {
            return failed(problem, problem.code().exitCode());
        }
    }

    /** Runs it while the test goes on. */
    public CompletableFuture<Integer> begin(String... words) {
        // A thread of its own: on few cores the common pool runs one at a time.
        return CompletableFuture.supplyAsync(
                () -> run(words), task -> Thread.ofVirtual().name("called").start(task));
    }

    private int failed(RuntimeException problem, int code) {
        err.writeBytes((problem.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
        return code;
    }

    Invocation caller() {
        return new Invocation(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new ByteArrayInputStream(input),
                environment,
                folder,
                terminal,
                OptionalInt::empty);
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    public void awaitOut(String text) {
        Eventually.until(LIMIT, "output has " + text, () -> out().contains(text));
    }

    public void awaitErr(String text) {
        Eventually.until(LIMIT, "errors have " + text, () -> err().contains(text));
    }

    public static int awaitEnd(CompletableFuture<Integer> running) {
        return running.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
}
