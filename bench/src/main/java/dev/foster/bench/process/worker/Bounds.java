package dev.foster.bench.process.worker;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits that end: a benchmark that hangs measures nothing. */
final class Bounds {
    static final Duration WAIT = Duration.ofSeconds(60);

    private Bounds() {}

    static <T> T await(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get(WAIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            throw new IllegalStateException(
                    "cannot go on: nothing came for " + WAIT.toSeconds() + " s", late);
        } catch (ExecutionException failure) {
            throw new IllegalStateException("cannot go on: " + failure.getCause(), failure);
        }
    }
}
