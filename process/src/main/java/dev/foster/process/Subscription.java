package dev.foster.process;

import java.util.concurrent.CompletableFuture;

/** One listener's hold on a child's output. */
public interface Subscription extends AutoCloseable {

    /** Bytes this listener did not get, because it was too slow or came too late. */
    long missedBytes();

    /**
     * Completes when the listener has been given everything up to the end of the output, or the
     * subscription was closed; completes exceptionally with what the listener threw.
     */
    CompletableFuture<Void> done();

    /** Ends the deliveries. A call already under way is not waited for. */
    @Override
    void close();
}
