package dev.foster.daemon.plugins;

import dev.foster.daemon.log.LogStore;
import dev.foster.plugin.session.PluginConnection;
import dev.foster.plugin.session.SessionListener;
import dev.foster.process.ChildStream;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Hears one plugin through all its runs. What it writes to its own streams is in its log already;
 * what it prints through its connection is added here.
 */
final class PluginOutput implements SessionListener {
    private final PrintedLines out;
    private final PrintedLines err;
    private final Queue<CompletableFuture<Void>> runs = new ConcurrentLinkedQueue<>();
    private volatile Optional<Long> version = Optional.empty();

    PluginOutput(String id, LogStore logs) {
        this.out = new PrintedLines((line, cut) -> logs.add(id, ChildStream.STDOUT, line, cut));
        this.err = new PrintedLines((line, cut) -> logs.add(id, ChildStream.STDERR, line, cut));
    }

    @Override
    public void prepared(CompletableFuture<Void> gone) {
        runs.removeIf(CompletableFuture::isDone);
        // What is left of a line comes until then.
        runs.add(gone.thenRun(this::endLines));
    }

    /** Completes when nothing is left of its runs, and all they printed is in the log. */
    CompletableFuture<Void> gone() {
        return CompletableFuture.allOf(runs.toArray(CompletableFuture[]::new));
    }

    @Override
    public void connected(PluginConnection connection) {
        version = Optional.of((long) connection.version());
    }

    @Override
    public void disconnected() {
        version = Optional.empty();
        endLines();
    }

    private void endLines() {
        out.end();
        err.end();
    }

    @Override
    public void printed(ChildStream stream, byte[] data) {
        (stream == ChildStream.STDOUT ? out : err).add(data);
    }

    Optional<Long> protocolVersion() {
        return version;
    }
}
