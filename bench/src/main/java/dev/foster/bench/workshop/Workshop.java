package dev.foster.bench.workshop;

import dev.foster.bench.scores.Settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The place of one run of the benchmark: a folder, and a mark on every process that is started in
 * it. When it is closed, or the benchmark is interrupted, both are gone.
 */
public final class Workshop implements AutoCloseable {
    private static final int LONGEST_SOCKET = 107;
    private static final int ATTEMPTS = 10;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration KILLING = Duration.ofSeconds(10);

    private final Settings settings;
    private final Path folder;
    private final String mark = UUID.randomUUID().toString();
    private final AtomicInteger turns = new AtomicInteger();
    private boolean ended;

    public Workshop(Settings settings) throws IOException {
        this.settings = settings;
        // Short, because sockets are made in here.
        folder =
                settings.root()
                        .resolve("bench/target/sup")
                        .resolve(Long.toString(ProcessHandle.current().pid()));
        Path socket =
                folder.resolve(
                        "1234/run/" + settings.root().getFileName() + "-0123456789ab/socket");
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_SOCKET) {
            throw new IllegalArgumentException(
                    "cannot measure in "
                            + folder
                            + ": sockets there have longer names than Linux takes;"
                            + " use a checkout with a shorter path");
        }
        remove(folder);
        Files.createDirectories(folder);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** True once it was closed, or the benchmark was interrupted. */
    public synchronized boolean isEnded() {
        return ended;
    }

    /** One of the C programs. */
    public Path program(String name) {
        return settings.program(name);
    }

    /** A new folder. */
    public Path place() throws IOException {
        return Files.createDirectories(folder.resolve(Integer.toString(turns.incrementAndGet())));
    }

    /**
     * A process with the mark, its output in a file, nothing to read. None is started once the end
     * has begun: it would be missed.
     */
    public Process launch(
            List<String> command, Map<String, String> environment, Path place, Path output)
            throws TrialFailed {
        return start(
                builder(command, environment, place)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile())));
    }

    /** A process with the mark that is spoken with; its errors are thrown away. */
    public Process converse(List<String> command, Map<String, String> environment, Path place)
            throws TrialFailed {
        return start(
                builder(command, environment, place)
                        .redirectError(ProcessBuilder.Redirect.DISCARD));
    }

    private ProcessBuilder builder(
            List<String> command, Map<String, String> environment, Path place) {
        var builder = new ProcessBuilder(command).directory(place.toFile());
        builder.environment().putAll(environment);
        builder.environment().put(Marked.VARIABLE, markOf(place));
        return builder;
    }

    private synchronized Process start(ProcessBuilder builder) throws TrialFailed {
        if (ended) {
            throw new TrialFailed("the benchmark was told to end");
        }
        try {
            return builder.start();
        } catch (IOException failure) {
            throw new TrialFailed("it cannot be started: " + failure.getMessage());
        }
    }

    /** Runs a command to its end and returns what it said. */
    public String call(List<String> command, Map<String, String> environment, Path place)
            throws TrialFailed {
        Path said = place.resolve("said");
        try {
            Files.deleteIfExists(said);
            Process process = launch(command, environment, place, said);
            await(process, command);
            return Files.readString(said).strip();
        } catch (IOException failure) {
            throw new TrialFailed(String.join(" ", command) + " cannot be heard: " + failure);
        }
    }

    /** Waits for the end of a command, which has to be a good one. */
    public static void await(Process process, List<String> command) throws TrialFailed {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new TrialFailed(
                        String.join(" ", command) + " took more than " + LIMIT.toSeconds() + " s");
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new TrialFailed("it was interrupted");
        }
        if (process.exitValue() != 0) {
            throw new TrialFailed(String.join(" ", command) + " ended with " + process.exitValue());
        }
    }

    /** The processes that were started in a place. */
    public Marked marked(Path place) {
        return new Marked(markOf(place));
    }

    private String markOf(Path place) {
        // The end keeps the mark of turn 1 from being the beginning of that of turn 10.
        return mark + "/" + folder.relativize(place) + "/";
    }

    /** Ends what still runs in a place, and removes it. */
    public void clear(Path place) {
        if (!marked(place).kill(KILLING)) {
            System.err.println("cannot end all processes of " + place + "; see ps");
        }
        remove(place);
    }

    /** Again when something changed meanwhile: after an interrupt two threads may be at it. */
    private static void remove(Path tree) {
        for (int attempt = 1; Files.exists(tree, LinkOption.NOFOLLOW_LINKS); attempt++) {
            try (Stream<Path> files = Files.walk(tree)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException | UncheckedIOException failure) {
                if (attempt == ATTEMPTS) {
                    System.err.println("cannot remove " + tree + ": " + failure.getMessage());
                    return;
                }
            }
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            ended = true;
        }
        if (!new Marked(mark).kill(KILLING)) {
            System.err.println("cannot end all processes of the benchmark; see ps");
        }
        remove(folder);
    }
}
