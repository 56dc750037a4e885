package dev.foster.plugin;

import dev.foster.plugin.message.MessageListener;
import dev.foster.plugin.message.ReadyMessage;
import dev.foster.plugin.protocol.Quoted;
import dev.foster.process.Child;
import dev.foster.process.Line;
import dev.foster.process.OutputView;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** What a host knows of a plugin that talks NATS: whether it is on the bus, and what it writes. */
final class Presence implements MessageListener {
    private final String id;
    private final PluginLog log;
    private final Runnable arrival;
    private CompletableFuture<Void> gone = CompletableFuture.completedFuture(null);
    private @Nullable Child child;
    private @Nullable String present;
    private String lastWords = "";

    /**
     * @param arrival is told each time it becomes ready
     */
    Presence(String id, PluginLog log, Runnable arrival) {
        this.id = id;
        this.log = log;
        this.arrival = arrival;
    }

    /** Whether the current run has said that it is ready. */
    synchronized boolean isThere() {
        return present != null;
    }

    /** What a run that is over wrote last, to be put behind why it ended; empty if nothing. */
    synchronized String lastWords() {
        return lastWords;
    }

    synchronized void forget() {
        lastWords = "";
    }

    /**
     * A run began.
     *
     * @return completes when nothing of it is left
     */
    synchronized CompletableFuture<Void> spawned(Child begun) {
        var _ = begun.output().lines(OutputView.all(), this::heard);
        child = begun;
        gone = new CompletableFuture<>();
        return gone;
    }

    private void heard(Line line) {
        byte[] data = line.bytes();
        if (!line.cut()) {
            data = Arrays.copyOf(data, data.length + 1);
            data[data.length - 1] = '\n';
        }
        log.printed(id, line.stream(), data);
    }

    @Override
    public void ready(String run, ReadyMessage announcement) {
        synchronized (this) {
            present = run;
            lastWords = "";
        }
        arrival.run();
    }

    @Override
    public void over(String run) {
        CompletableFuture<Void> ended;
        synchronized (this) {
            present = run.equals(present) ? null : present;
            Child last = child;
            child = null;
            lastWords =
                    last == null
                            ? ""
                            : last.output().tail(1).stream()
                                    .map(line -> "; its last words: " + Quoted.plain(line.text()))
                                    .findFirst()
                                    .orElse("");
            ended = gone;
        }
        ended.complete(null);
    }
}
