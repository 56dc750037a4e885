package dev.foster.cli;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProjectPaths;
import dev.foster.tui.ScreenTraining;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

/**
 * A run that nobody asks for but the launcher: it does what users do most, so that the JVM learns
 * which classes belong into its start-up cache. It has no place in the help.
 */
final class Training implements Verb {
    private static final long STEP_NANOS = 10_000_000;
    private static final int PATIENCE = 1000;

    @Override
    public String name() {
        return "training";
    }

    @Override
    public String summary() {
        return "";
    }

    @Override
    public String help() {
        return "";
    }

    /** Takes the folder to do it in. */
    @Override
    public int run(List<String> arguments) {
        Path folder = Path.of(arguments.getFirst()).toAbsolutePath();
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve("foster.yaml"),
                    """
                    bus: embedded
                    processes:
                      one: {command: [sleep, "60"], restart: {policy: always, backoff: [0s], limit: 5 in 60s}}
                      two: {command: "echo hello; exec sleep 60", depends_on: {one: ready}, ready: {log: hello}}
                    groups:
                      both: {strategy: rest_for_one, members: [one, two]}
                    """);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Invocation invocation = caller(folder);
        Thread up =
                Thread.ofPlatform()
                        .start(() -> Verbs.named("up", invocation).orElseThrow().run(List.of()));
        awaitDaemon(invocation, folder);
        for (List<String> words :
                List.of(
                        List.of("wait", "two", "--for", "ready"),
                        List.of("ps"),
                        List.of("ps", "--json"),
                        List.of("logs", "-n", "5"),
                        List.of("why", "two"),
                        List.of("events"),
                        List.of("plan"),
                        List.of("chat", "!help"),
                        List.of("signal", "KILL", "one"),
                        List.of("wait", "two", "--for", "ready"),
                        List.of("restart", "two"),
                        List.of("stop", "one"))) {
            Verbs.named(words.getFirst(), invocation)
                    .orElseThrow()
                    .run(words.subList(1, words.size()));
        }
        ScreenTraining.of(client(invocation, folder));
        Verbs.named("down", invocation).orElseThrow().run(List.of());
        try {
            up.join();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        return Verbs.named("run", invocation).orElseThrow().run(List.of("--", "true"));
    }

    private static Invocation caller(Path folder) {
        var environment = new HashMap<>(Map.copyOf(System.getenv()));
        environment.put("FOSTER_STATE_DIR", folder.resolve("state").toString());
        environment.put("FOSTER_RUNTIME_DIR", folder.resolve("run").toString());
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return new Invocation(
                nowhere,
                nowhere,
                new ByteArrayInputStream(new byte[0]),
                environment,
                folder,
                false,
                OptionalInt::empty);
    }

    private static ControlClient client(Invocation invocation, Path folder) {
        return new ControlClient(
                ProjectPaths.of(folder, invocation.environment()), "foster training");
    }

    private static void awaitDaemon(Invocation invocation, Path folder) {
        ControlClient client = client(invocation, folder);
        for (int i = 0; i < PATIENCE; i++) {
            try {
                client.project();
                return;
            } catch (ControlProblem notYet) {
                LockSupport.parkNanos(STEP_NANOS);
            }
        }
    }
}
