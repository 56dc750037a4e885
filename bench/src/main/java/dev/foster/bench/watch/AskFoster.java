package dev.foster.bench.watch;

import dev.foster.bench.supervise.Stack;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.http.HttpClient;
import dev.foster.http.HttpReply;
import dev.foster.http.Target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** Asks Foster through its socket, each time for all processes. */
final class AskFoster implements Asking {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final HttpClient client;

    AskFoster(Stack stack) throws TrialFailed {
        try (Stream<Path> files = Files.walk(stack.folder().resolve("run"))) {
            Path socket =
                    files.filter(file -> file.endsWith("socket"))
                            .findFirst()
                            .orElseThrow(() -> new TrialFailed("it has no socket"));
            client = HttpClient.onUnixSocket(socket);
        } catch (IOException failure) {
            throw new TrialFailed("its socket cannot be found: " + failure);
        }
    }

    @Override
    public int ask() throws TrialFailed {
        try {
            HttpReply reply =
                    client.send(
                            "GET",
                            Target.of("v1", "usage").with("points", "1"),
                            Optional.empty(),
                            LIMIT);
            String answer = new String(reply.body(), StandardCharsets.UTF_8);
            return Answers.count(answer, "\"memory_bytes\":[")
                    - Answers.count(answer, "\"memory_bytes\":[]");
        } catch (IOException failure) {
            throw new TrialFailed("it does not answer: " + failure);
        }
    }

    @Override
    public void close() {
        // Each question has a connection of its own.
    }
}
