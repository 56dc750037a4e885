package dev.foster.plugin;

import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.handshake.Protocol;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.BoundServer;
import dev.foster.plugin.protocol.transport.ListenPlace;

import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;

import java.util.Optional;

/**
 * The services of a plugin whose process is a mere script: they are in this JVM, and serve nothing
 * but health unless asked to. So there is no controller, no broker and no stdio, as in plugins that
 * other languages' authors write by hand.
 */
final class FakeServices implements AutoCloseable {
    final HealthStatusManager health = new HealthStatusManager();
    private final BoundServer server;

    FakeServices(ListenPlace place, BindableService... services) {
        health.setStatus("plugin", ServingStatus.SERVING);
        server =
                BoundServer.start(
                        place,
                        Security.plain(),
                        builder -> {
                            builder.addService(health.getHealthService());
                            for (BindableService service : services) {
                                builder.addService(service);
                            }
                        });
    }

    static FakeServices onTcp(BindableService... services) {
        return new FakeServices(new ListenPlace.Ports(0, 0), services);
    }

    /** The handshake line that leads here. */
    String line() {
        return new HandshakeLine(1, server.address(), Protocol.GRPC, Optional.empty(), false)
                .text();
    }

    /** A script's command that prints it. */
    String hello() {
        return "echo '" + line() + "'\n";
    }

    @Override
    public void close() {
        server.close();
    }
}
