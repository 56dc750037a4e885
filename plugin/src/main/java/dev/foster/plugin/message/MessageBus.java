package dev.foster.plugin.message;

import dev.foster.plugin.manifest.Messaging;

import io.nats.client.Connection;
import io.nats.client.MessageHandler;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** The bus as a host of message plugins uses it. Safe for use by many threads. */
public interface MessageBus extends AutoCloseable {

    /**
     * Lets one run of a plugin in.
     *
     * @param run a token that stands for the run; only it can know it
     * @param permissions what it may do; anything, when absent
     */
    BusEntry admit(String plugin, String run, Optional<Messaging.Permissions> permissions);

    /** Lets it in no more. */
    void dismiss(BusEntry entry);

    /** Where the bus is and how this host comes in. */
    BusEntry entry();

    /**
     * The host's own connection, waited for while the bus is away.
     *
     * @throws BusAway when there is none within the limit
     */
    Connection connection(Duration limit) throws InterruptedException;

    /**
     * Waits until the servers know all that was asked of them on the host's connection.
     *
     * @throws TimeoutException when they do not answer within the limit, or are away
     */
    void flush(Duration limit) throws InterruptedException, TimeoutException;

    /**
     * Hears what comes to a subject, on one thread for all, whenever the bus is there.
     *
     * @param queue the group in which one of many hears each message
     */
    Listening listen(String subject, Optional<String> queue, MessageHandler handler);

    /** What is listened to, until it is closed. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** The host's own connection, while the bus is there. */
    Optional<Connection> connected();

    /** Ends the connection, and the bus if it is the host's own. */
    @Override
    void close();
}
