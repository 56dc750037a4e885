package dev.foster.sdk.bus;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A subscription with a dispatcher, and so a thread, of its own. The dispatcher keeps the order,
 * and its drain is over only when the last handler has returned, which a subscription's own is not.
 */
final class LiveSubscription implements BusSubscription {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

    private final String subject;
    private final Dispatcher dispatcher;
    private volatile boolean open = true;

    private LiveSubscription(Connection connection, String subject, MessageHandler handler) {
        this.subject = subject;
        this.dispatcher =
                connection.createDispatcher(
                        message -> handle(new BusMessage(connection, message), handler));
    }

    static LiveSubscription begin(
            Connection connection, String subject, String queue, MessageHandler handler) {
        var subscription = new LiveSubscription(connection, subject, handler);
        if (queue.isEmpty()) {
            subscription.dispatcher.subscribe(subject);
        } else {
            subscription.dispatcher.subscribe(subject, queue);
        }
        return subscription;
    }

    private void handle(BusMessage message, MessageHandler handler) {
        try {
            handler.handle(message);
        } catch (Throwable failed) {
            RunnerNotices.say(
                    failed,
                    "cannot handle a message on "
                            + message.subject()
                            + ": "
                            + Failure.why(failed)
                            + "; see the trace above");
        } finally {
            if (open) {
                // A dispatcher takes an interrupt for its own end; the handler's ends here.
                var _ = Thread.interrupted();
            }
        }
    }

    @Override
    public String subject() {
        return subject;
    }

    boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        try {
            if (open) {
                var _ = drain(CLOSE_LIMIT);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nothing more will be handled. */
    boolean isOver() {
        return !dispatcher.isActive();
    }

    /** Listens no more; done, with true, when everything that was delivered is handled. */
    CompletableFuture<Boolean> drain(Duration limit) throws InterruptedException {
        open = false;
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            // The dispatcher says true as well when it gave up, and it does that at the limit only.
            return isOver()
                    ? CompletableFuture.completedFuture(true)
                    : dispatcher.drain(limit).thenApply(_ -> deadline - System.nanoTime() > 0);
        } catch (IllegalStateException overMeanwhile) {
            return CompletableFuture.completedFuture(true);
        }
    }
}
