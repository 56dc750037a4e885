package dev.foster.plugin.message;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.MessageHandler;
import io.nats.client.Subscription;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is listened to on the host's connection, whichever that is: a new one hears all that the one
 * before it heard. One thread hears for all.
 */
final class Ears {
    private final Map<Ear, Runnable> open = new LinkedHashMap<>();
    private @Nullable Dispatcher dispatcher;

    /** One subject, until it is closed. */
    private final class Ear implements MessageBus.Listening {
        private final String subject;
        private final Optional<String> queue;
        private final MessageHandler handler;

        Ear(String subject, Optional<String> queue, MessageHandler handler) {
            this.subject = subject;
            this.queue = queue;
            this.handler = handler;
        }

        Runnable opened(Dispatcher on) {
            Subscription subscription =
                    queue.map(it -> on.subscribe(subject, it, handler))
                            .orElseGet(() -> on.subscribe(subject, handler));
            return () -> on.unsubscribe(subscription);
        }

        @Override
        public void close() {
            forget(this);
        }
    }

    synchronized MessageBus.Listening listen(
            String subject, Optional<String> queue, MessageHandler handler) {
        var ear = new Ear(subject, queue, handler);
        open.put(ear, () -> {});
        open(ear);
        return ear;
    }

    private void open(Ear ear) {
        Dispatcher on = dispatcher;
        if (on == null) {
            return;
        }
        try {
            open.put(ear, ear.opened(on));
        } catch (IllegalStateException closed) {
            // The next connection hears it.
        }
    }

    private synchronized void forget(Ear ear) {
        Runnable end = open.remove(ear);
        if (end == null) {
            return;
        }
        try {
            end.run();
        } catch (IllegalStateException closed) {
            // With the connection it ended as well.
        }
    }

    /** From now on they hear what comes here. */
    synchronized void moveTo(Connection connection) {
        dispatcher = connection.createDispatcher();
        for (Ear ear : open.keySet().toArray(Ear[]::new)) {
            open(ear);
        }
    }
}
