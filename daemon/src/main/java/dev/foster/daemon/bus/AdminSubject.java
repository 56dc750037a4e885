package dev.foster.daemon.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.plugin.message.BusAway;
import dev.foster.plugin.message.MessageBus;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Subscription;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeoutException;

/**
 * Where admins are heard on a bus of somebody else. That its servers keep it to them is not taken
 * on trust: plugins come in as we do, so what we can publish there, each of them can.
 */
final class AdminSubject {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    /** What has come by the time the servers say that they have done everything is there. */
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final String subject;
    private final MessageBus bus;

    AdminSubject(String subject, MessageBus bus) {
        this.subject = subject;
        this.bus = bus;
    }

    /** Why what comes there proves nothing, and what to do about it; empty when it does. */
    Optional<String> doubt() throws InterruptedException {
        try {
            Connection connection = bus.connection(LIMIT);
            String plainly = UUID.randomUUID().toString();
            String answering = UUID.randomUUID().toString();
            Subscription heard = connection.subscribe(subject);
            String inbox = connection.createInbox();
            Subscription asked = connection.subscribe(inbox);
            try {
                connection.publish(subject, plainly.getBytes(UTF_8));
                // Whoever is asked may answer, on some servers wherever whoever asks wants it to.
                connection.publish(inbox, subject, new byte[0]);
                connection.publish(subject, answering.getBytes(UTF_8));
                bus.flush(LIMIT);
                return judged(heard, plainly, answering);
            } finally {
                heard.unsubscribe();
                asked.unsubscribe();
            }
        } catch (BusAway | IllegalStateException | TimeoutException away) {
            return Optional.of("the bus was lost while it was asked; try again");
        }
    }

    private Optional<String> judged(Subscription heard, String plainly, String answering)
            throws InterruptedException {
        for (Message message = heard.nextMessage(AT_ONCE);
                message != null;
                message = heard.nextMessage(AT_ONCE)) {
            String text = new String(message.getData(), UTF_8);
            if (text.equals(plainly)) {
                return Optional.of(
                        "each plugin may publish to "
                                + subject
                                + ", as foster itself may; deny that to its user in the"
                                + " permissions of the server");
            }
            if (text.equals(answering)) {
                return Optional.of(
                        "each plugin may publish to "
                                + subject
                                + " as an answer to itself; take allow_responses from its user in"
                                + " the permissions of the server");
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return subject;
    }
}
