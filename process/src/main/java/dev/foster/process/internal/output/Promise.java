package dev.foster.process.internal.output;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Something the engine's own thread will announce. Callbacks that others hang on it run on the
 * executor; as long as nobody has asked for the future there can be none, and announcing it costs
 * no thread at all.
 */
public final class Promise<T> {
    private final Executor executor;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private boolean asked;

    public Promise(Executor executor) {
        this.executor = executor;
    }

    /** A copy, so that nobody outside can complete or cancel the original. */
    public synchronized CompletableFuture<T> future() {
        asked = true;
        return future.copy();
    }

    public void complete(T value) {
        synchronized (this) {
            if (!asked) {
                future.complete(value);
                return;
            }
        }
        executor.execute(() -> future.complete(value));
    }
}
