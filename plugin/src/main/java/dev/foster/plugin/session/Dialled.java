package dev.foster.plugin.session;

import dev.foster.plugin.protocol.broker.GrpcBroker;
import dev.foster.plugin.protocol.broker.GrpcBrokerOptions;
import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.multiplex.Trunk;
import dev.foster.plugin.protocol.multiplex.TrunkOptions;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.Channels;
import dev.foster.plugin.protocol.transport.ListenPlace;

import io.grpc.ManagedChannel;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The connection to a plugin that has told where it listens, with the broker on it. */
record Dialled(ManagedChannel channel, GrpcBroker broker, Optional<Trunk> trunk)
        implements AutoCloseable {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    /**
     * Connects, and opens the broker's stream.
     *
     * @param sockets where the host's own brokered sockets are made
     * @throws dev.foster.plugin.protocol.ProtocolException when it cannot be reached
     */
    static Dialled dial(HandshakeLine line, SessionTerms terms, Security security, Path sockets) {
        if (line.multiplexed()) {
            // At once: a plugin waits a few seconds for this connection and no longer.
            Trunk trunk = Trunk.dial(line.address(), security, TrunkOptions.ofDefaults());
            try {
                return started(
                        trunk.channel(security, terms.channel()),
                        GrpcBroker.overStreams(trunk, security, GrpcBrokerOptions.ofDefaults()),
                        Optional.of(trunk));
            } catch (RuntimeException refused) {
                trunk.close();
                throw refused;
            }
        }
        return started(
                Channels.open(line.address(), security, terms.channel()),
                GrpcBroker.overSockets(
                        place(line, terms, sockets),
                        security,
                        terms.sockets().translation(),
                        GrpcBrokerOptions.ofDefaults()),
                Optional.empty());
    }

    // A plugin that listens on TCP may be where it cannot open our sockets.
    private static ListenPlace place(HandshakeLine line, SessionTerms terms, Path sockets) {
        return line.address().network().equals("tcp")
                ? terms.sockets().ports()
                : new ListenPlace.SocketDirectory(sockets, terms.sockets().group());
    }

    private static Dialled started(
            ManagedChannel channel, GrpcBroker broker, Optional<Trunk> trunk) {
        var dialled = new Dialled(channel, broker, trunk);
        broker.start(channel);
        return dialled;
    }

    /** Ends everything on it, and waits for that. */
    @Override
    public void close() {
        broker.close();
        channel.shutdownNow();
        trunk.ifPresent(Trunk::close);
        try {
            channel.awaitTermination(CLOSE_WITHIN.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
