package dev.foster.plugin.message;

import dev.foster.plugin.manifest.Messaging;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;

import java.time.Duration;
import java.util.Optional;

/**
 * A bus somebody else runs. Its servers decide who may do what; plugins come in as the host does.
 */
public final class RemoteBus implements MessageBus {
    private final BusEntry entry;
    private final HostConnection host;

    public RemoteBus(BusEntry entry) {
        this.entry = entry;
        this.host = new HostConnection(entry);
    }

    @Override
    public BusEntry admit(String plugin, String run, Optional<Messaging.Permissions> permissions) {
        return entry;
    }

    @Override
    public void dismiss(BusEntry admitted) {}

    @Override
    public BusEntry entry() {
        return entry;
    }

    @Override
    public Connection connection(Duration limit) throws InterruptedException {
        return host.await(limit);
    }

    @Override
    public Dispatcher ears() {
        return host.ears();
    }

    @Override
    public Optional<Connection> connected() {
        return host.now();
    }

    @Override
    public void close() {
        host.close();
    }
}
