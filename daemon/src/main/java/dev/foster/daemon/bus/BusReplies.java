package dev.foster.daemon.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.Message;

/** Answers to what was asked on the bus. */
final class BusReplies {
    private BusReplies() {}

    /** Answers on the connection by which the question came; when that is gone, nobody waits. */
    static void send(Message question, String answer) {
        try {
            question.getConnection().publish(question.getReplyTo(), answer.getBytes(UTF_8));
        } catch (IllegalStateException closed) {
            // The bus was lost meanwhile.
        }
    }
}
