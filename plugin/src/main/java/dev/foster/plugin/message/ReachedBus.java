package dev.foster.plugin.message;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** A bus with the connection this host has to it. */
abstract class ReachedBus implements MessageBus {
    private final BusEntry entry;
    private final HostConnection host;

    ReachedBus(BusEntry entry) {
        this.entry = entry;
        this.host = new HostConnection(entry);
    }

    @Override
    public final BusEntry entry() {
        return entry;
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
    public final Dispatcher ears() {
        return host.ears();
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
