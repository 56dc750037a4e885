package dev.foster.bench.process.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@link ProcessBuilder} as it is commonly used: a platform thread for each output. */
final class ProcessBuilderContestant implements Contestant {

    @Override
    public Started start(List<String> command) {
        Process process = launch(command);
        CompletableFuture<Process> exit = process.onExit();
        var gone =
                CompletableFuture.allOf(
                        exit, drained(process.getInputStream()), drained(process.getErrorStream()));
        return new Started() {
            @Override
            public void kill() {
                // Through the handle: the process itself would close its streams under its readers.
                process.toHandle().destroyForcibly();
            }

            @Override
            public void awaitExit() throws InterruptedException {
                Bounds.await(exit);
            }

            @Override
            public void awaitGone() throws InterruptedException {
                Bounds.await(gone);
            }

            @Override
            public CompletableFuture<?> terminate() {
                process.toHandle().destroy();
                return gone;
            }
        };
    }

    @Override
    public CompletableFuture<Tally> read(List<String> command, Style style) {
        Process process = launch(command);
        CompletableFuture<Tally> counted = onThread(() -> count(process.getInputStream()));
        return CompletableFuture.allOf(counted, drained(process.getErrorStream()), process.onExit())
                .thenCombine(counted, (all, tally) -> tally);
    }

    private static Process launch(List<String> command) {
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Tally count(InputStream stream) throws IOException {
        var tally = new Tally();
        try (var reader =
                new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Instant at = Instant.now();
                tally.line(at.getEpochSecond() * 1_000_000 + at.getNano() / 1000, line.length());
            }
        }
        return tally;
    }

    private static CompletableFuture<Long> drained(InputStream stream) {
        return onThread(
                () -> {
                    var buffer = new byte[8192];
                    long total = 0;
                    for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                        total += count;
                    }
                    return total;
                });
    }

    private static <T> CompletableFuture<T> onThread(Reader<T> reader) {
        var result = new CompletableFuture<T>();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                result.complete(reader.read());
                            } catch (IOException failure) {
                                result.completeExceptionally(failure);
                            }
                        });
        return result;
    }

    private interface Reader<T> {
        T read() throws IOException;
    }

    @Override
    public void close() {}
}
