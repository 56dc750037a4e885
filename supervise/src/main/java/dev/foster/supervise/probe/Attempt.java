package dev.foster.supervise.probe;

import java.util.concurrent.CompletableFuture;

/** One question to a process, under way. */
public interface Attempt {
    /**
     * What it showed; always told, when the timeout has passed at the latest. Callbacks run on the
     * executor of the {@link Probes}.
     */
    CompletableFuture<ProbeResult> result();

    /**
     * Completes when nothing of the attempt is left: its connection is closed, its command and all
     * that descends from it have ended.
     */
    CompletableFuture<Void> ended();

    /** Ends it at once; nothing changes once there is a result. */
    void cancel();
}
