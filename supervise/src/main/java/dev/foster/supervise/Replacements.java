package dev.foster.supervise;

import dev.foster.supervise.report.ProcessEvent;

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

    void happened(ProcessEvent event) {
        switch (event) {
            case ProcessEvent.Replaced replaced -> replaced(replaced);
            case ProcessEvent.ReplacementFailed failed -> fail(failed.name(), failed.why());
            case ProcessEvent.Stopped stopped ->
                    Optional.ofNullable(predecessors.remove(stopped.run()))
                            .ifPresent(gone -> run(() -> gone.complete(null)));
            case ProcessEvent.Stuck stuck -> stuck(stuck);
            default -> {}
        }
    }

    private void replaced(ProcessEvent.Replaced event) {
        var gone = new CompletableFuture<Void>();
        predecessors.put(event.before().run(), gone);
        Optional.ofNullable(awaited.remove(event.name()))
                .ifPresent(
                        future ->
                                run(
                                        () ->
                                                future.complete(
                                                        new Replacement(
                                                                event.run(), event.pid(), gone))));
    }

    private void stuck(ProcessEvent.Stuck event) {
        Optional.ofNullable(predecessors.remove(event.run()))
                .ifPresent(
                        gone ->
                                run(
                                        () ->
                                                gone.completeExceptionally(
                                                        new IllegalStateException(
                                                                "the process before "
                                                                        + event.name()
                                                                        + " "
                                                                        + event.text()))));
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
