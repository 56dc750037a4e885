package dev.foster.sdk.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.Connection;
import io.nats.client.Message;

import java.util.Optional;

/** A message that came over the bus. */
public final class BusMessage {
    private final Connection connection;
    private final Message raw;

    BusMessage(Connection connection, Message raw) {
        this.connection = connection;
        this.raw = raw;
    }

    public String subject() {
        return raw.getSubject();
    }

    public byte[] data() {
        byte[] data = raw.getData();
        return data == null ? new byte[0] : data;
    }

    public String text() {
        return new String(data(), UTF_8);
    }

    /** Where an answer is waited for, if it is. */
    public Optional<String> replyTo() {
        return Optional.ofNullable(raw.getReplyTo()).filter(subject -> !subject.isEmpty());
    }

    /** Answers; does nothing when nobody waits for an answer. */
    public void respond(byte[] data) {
        replyTo().ifPresent(subject -> connection.publish(subject, data));
    }

    /** As above, with a text. */
    public void respond(String text) {
        respond(text.getBytes(UTF_8));
    }

    /** The message of the client library, for its headers and the like. */
    public Message raw() {
        return raw;
    }
}
