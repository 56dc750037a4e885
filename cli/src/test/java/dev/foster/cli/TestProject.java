package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectPaths;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A project folder with runtime and state directories of its own, and the packaged program's verbs
 * in it. Everything started for it carries a mark; closing it brings it down and checks that
 * nothing with that mark is left.
 */
final class TestProject implements AutoCloseable {
    static final Duration LIMIT = Duration.ofMinutes(2);

    private static final String MARK = "FOSTER_PROJECT_MARK";

    private final String mark = UUID.randomUUID().toString();
    private final Path root;
    private final Path folder;

    private TestProject() {
        try {
            // Short, for the socket in it.
            root = Files.createTempDirectory(Path.of("/tmp"), "fp");
            folder = Files.createDirectory(root.resolve("project"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static TestProject empty() {
        return new TestProject();
    }

    static TestProject of(String yaml) {
        return empty().write("foster.yaml", yaml);
    }

    TestProject write(String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Path folder() {
        return folder;
    }

    Path state() {
        return paths().state();
    }

    ProjectPaths paths() {
        var environment = new HashMap<>(System.getenv());
        environment.putAll(variables());
        return ProjectPaths.of(folder, environment);
    }

    private Map<String, String> variables() {
        return Map.of(
                "FOSTER_STATE_DIR",
                root.resolve("state").toString(),
                "FOSTER_RUNTIME_DIR",
                root.resolve("run").toString(),
                MARK,
                mark);
    }

    Program.Setup setup() {
        Program.Setup setup = Program.in(folder);
        variables().forEach(setup::with);
        return setup;
    }

    /** Runs a verb until it ends. */
    Program.Result run(String... words) {
        return setup().run(words);
    }

    /**
     * Runs a verb until it prints all of this: the last lines and events of a process are written
     * by others than those who show how it is, and may come a moment later.
     */
    void awaitPrinted(List<String> words, String... texts) {
        var _ =
                Eventually.get(
                        LIMIT,
                        String.join(" ", words) + " prints " + List.of(texts),
                        () -> {
                            Program.Result result = run(words.toArray(String[]::new));
                            assertThat(result.code()).as(result.errors()).isZero();
                            return result.output();
                        },
                        printed -> Stream.of(texts).allMatch(printed::contains));
    }

    /** Runs a verb that leaves a daemon behind. */
    Program.Result detach(String... words) {
        Path output = root.resolve("output");
        try {
            var builder =
                    new ProcessBuilder(CommandLine.of(words))
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile());
            builder.environment().putAll(variables());
            int code = builder.start().waitFor();
            return new Program.Result(code, Files.readAllBytes(output), new byte[0]);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupt);
        }
    }

    /** Brings it up in the background. */
    TestProject up(String... words) {
        String[] all =
                Stream.concat(Stream.of("up", "-d"), Stream.of(words)).toArray(String[]::new);
        Program.Result result = detach(all);
        assertThat(result.code()).as(result.output()).isZero();
        return this;
    }

    /** Starts a verb that goes on. */
    Program start(String... words) {
        return setup().start(words);
    }

    ControlClient client() {
        return new ControlClient(paths(), "test");
    }

    ProcessView process(String name) {
        return client().process(name);
    }

    ProcessView await(String name, ProcessState state) {
        return await(name, view -> view.state() == state);
    }

    ProcessView await(String name, Predicate<ProcessView> wanted) {
        return Eventually.get(
                        LIMIT,
                        name + " is as wanted",
                        () -> look(name),
                        seen -> seen.filter(wanted).isPresent())
                .orElseThrow();
    }

    private Optional<ProcessView> look(String name) {
        try {
            return Optional.of(process(name));
        } catch (ControlProblem notYet) {
            return Optional.empty();
        }
    }

    boolean running() {
        try {
            client().project();
            return true;
        } catch (ControlProblem none) {
            return false;
        }
    }

    /** Sends a signal to its daemon. */
    void signalDaemon(String signal) {
        Program.signal(signal, client().project().pid());
    }

    /** Everything that was started for it, daemons included. */
    List<ProcTable.Entry> family() {
        return ProcTable.withVariable(MARK, mark).stream()
                .filter(entry -> !entry.zombie())
                .toList();
    }

    @Override
    public void close() {
        if (running()) {
            client().down();
        }
        boolean gone = Eventually.within(LIMIT, () -> family().isEmpty());
        List<ProcTable.Entry> left = family();
        left.forEach(
                entry -> ProcessHandle.of(entry.pid()).ifPresent(ProcessHandle::destroyForcibly));
        try (Stream<Path> files = Files.walk(root)) {
            files.sorted((one, other) -> other.compareTo(one)).forEach(TestProject::delete);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        assertThat(gone).as("left behind: %s", left).isTrue();
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
