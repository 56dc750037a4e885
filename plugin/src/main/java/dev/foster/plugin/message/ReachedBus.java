package dev.foster.plugin.message;

import io.nats.client.Connection;
import io.nats.client.MessageHandler;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** A bus with the connection this host has to it. */
abstract class ReachedBus implements MessageBus {
    private final HostConnection host;

    ReachedBus(BusEntry entry) {
        this.host = new HostConnection(entry);
    }

    final HostConnection host() {
        return host;
    }

    @Override
    public final BusEntry entry() {
        return host.entry();
    }

    @Override
    public final Connection connection(Duration limit) throws InterruptedException {
        return host.await(limit);
    }

    @Override
    public final void flush(Duration limit) throws InterruptedException, TimeoutException {
        host.flush(limit);
    }

    @Override
    public final Listening listen(String subject, Optional<String> queue, MessageHandler handler) {
        return host.ears().listen(subject, queue, handler);
    }

    @Override
    public final Optional<Connection> connected() {
        return host.now();
    }

    @Override
    public void close() {
        host.close();
    }
}
