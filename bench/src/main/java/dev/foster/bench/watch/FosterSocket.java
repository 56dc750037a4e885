package dev.foster.bench.watch;

import dev.foster.bench.supervise.Stack;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.control.http.HttpClient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Where Foster listens. */
final class FosterSocket {
    private FosterSocket() {}

    static HttpClient client(Stack stack) throws TrialFailed {
        try (Stream<Path> files = Files.walk(stack.folder().resolve("run"))) {
            Path socket =
                    files.filter(file -> file.endsWith("socket"))
                            .findFirst()
                            .orElseThrow(() -> new TrialFailed("it has no socket"));
            return HttpClient.onUnixSocket(socket);
        } catch (IOException failure) {
            throw new TrialFailed("its socket cannot be found: " + failure);
        }
    }
}
