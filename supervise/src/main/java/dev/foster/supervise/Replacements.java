package dev.foster.supervise;

import dev.foster.supervise.report.Happening;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Those who wait for a replacement, and are told by what happens. */
final class Replacements {
    private final Map<String, CompletableFuture<Replacement>> awaited = new ConcurrentHashMap<>();
    private final Map<Long, CompletableFuture<Void>> predecessors = new ConcurrentHashMap<>();
    private final Executor executor;
    private volatile boolean closed;

    /** Whoever waits goes on there, never on the thread that decides. */
    Replacements(Executor executor) {
        this.executor = executor;
    }

    /** From now on this one waits; empty when another does already. */
    Optional<CompletableFuture<Replacement>> await(String name) {
        var future = new CompletableFuture<Replacement>();
        return awaited.putIfAbsent(name, future) == null ? Optional.of(future) : Optional.empty();
    }

    void fail(String name, String why) {
        Optional.ofNullable(awaited.remove(name))
                .ifPresent(
                        future ->
                                run(
                                        () ->
                                                future.completeExceptionally(
                                                        new ReplacementException(name, why))));
    }

    void happened(Happening happening) {
        switch (happening) {
            case Happening.Replaced replaced -> replaced(replaced);
            case Happening.ReplacementFailed failed -> fail(failed.name(), failed.why());
            case Happening.Stopped stopped ->
                    Optional.ofNullable(predecessors.remove(stopped.run()))
                            .ifPresent(gone -> run(() -> gone.complete(null)));
            case Happening.Stuck stuck -> stuck(stuck);
            default -> {}
        }
    }

    private void replaced(Happening.Replaced happening) {
        var gone = new CompletableFuture<Void>();
        predecessors.put(happening.before().run(), gone);
        Optional.ofNullable(awaited.remove(happening.name()))
                .ifPresent(
                        future ->
                                run(
                                        () ->
                                                future.complete(
                                                        new Replacement(
                                                                happening.run(),
                                                                happening.pid(),
                                                                gone))));
    }

    private void stuck(Happening.Stuck happening) {
        Optional.ofNullable(predecessors.remove(happening.run()))
                .ifPresent(
                        gone ->
                                run(
                                        () ->
                                                gone.completeExceptionally(
                                                        new IllegalStateException(
                                                                "the process before "
                                                                        + happening.name()
                                                                        + " "
                                                                        + happening.text()))));
    }

    private void run(Runnable telling) {
        if (closed) {
            telling.run();
            return;
        }
        try {
            executor.execute(telling);
        } catch (RuntimeException | Error noThread) {
            // Told here rather than never.
            telling.run();
        }
    }

    /** Nothing happens any more: nobody waits in vain. */
    void close() {
        closed = true;
        awaited.keySet().forEach(name -> fail(name, "the supervision has ended"));
        predecessors.values().forEach(gone -> gone.complete(null));
        predecessors.clear();
    }

    boolean closed() {
        return closed;
    }
}
