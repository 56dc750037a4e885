package dev.foster.plugin.message;

import dev.foster.plugin.manifest.Messaging;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;

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
     * The host's own connection, waited for if it is not there yet.
     *
     * @throws BusProblem when there is none within the limit
     */
    Connection connection(Duration limit) throws InterruptedException;

    /**
     * Waits until the servers know all that was asked of them on the host's connection, which is
     * there.
     *
     * @throws TimeoutException when they do not answer within the limit
     */
    void flush(Duration limit) throws InterruptedException, TimeoutException;

    /** What hears messages on the host's connection, once that is there; one thread for all. */
    Dispatcher ears();

    /** The host's own connection, if it is there. */
    Optional<Connection> connected();

    /** Ends the connection, and the bus if it is the host's own. */
    @Override
    void close();
}
