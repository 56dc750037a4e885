package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.protocol.transport.BoundServer;
import dev.foster.plugin.protocol.transport.Channels;
import dev.foster.plugin.protocol.transport.ListenPlace;
import dev.foster.plugin.protocol.wire.ConnInfo;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;

import java.time.Duration;
import java.util.function.Consumer;

/** A socket for each brokered connection; its address is announced. */
final class SocketLink implements Link {
    private final ListenPlace place;
    private final Security security;
    private final Translation translation;
    private final Announcements announcements;

    SocketLink(
            ListenPlace place,
            Security security,
            Translation translation,
            GrpcBrokerOptions options) {
        this.place = place;
        this.security = security;
        this.translation = translation;
        this.announcements = new Announcements(options.pending());
    }

    @Override
    public void heard(ConnInfo message, BrokerStream line) {
        if (!message.hasKnock()) {
            announcements.add(message);
        }
    }

    @Override
    public Served accept(int id, BrokerStream line, Consumer<NettyServerBuilder> settings) {
        BoundServer server = BoundServer.start(place, security, settings);
        try {
            Address announced = translation.forPeer().apply(server.address());
            line.say(
                    ConnInfo.newBuilder()
                            .setServiceId(id)
                            .setNetwork(announced.network())
                            .setAddress(announced.text())
                            .build());
            return new OnSocket(id, server);
        } catch (RuntimeException failure) {
            server.close();
            throw failure;
        }
    }

    private record OnSocket(int id, BoundServer bound) implements Served {
        @Override
        public Server server() {
            return bound.server();
        }

        @Override
        public void close(Duration grace) {
            bound.close(grace);
        }
    }

    @Override
    public ManagedChannel dial(int id, BrokerStream line, Consumer<NettyChannelBuilder> settings)
            throws InterruptedException {
        ConnInfo announced = announcements.take(id);
        Address address = Address.of(announced.getNetwork(), announced.getAddress());
        return Channels.open(translation.fromPeer().apply(address), security, settings);
    }

    @Override
    public void end(ProtocolException why) {
        announcements.end(why);
    }
}
