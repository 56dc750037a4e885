package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.multiplex.StreamServer;
import dev.foster.plugin.protocol.multiplex.Trunk;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.wire.ConnInfo;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;

import java.time.Duration;
import java.util.function.Consumer;

/** A stream of the trunk for each brokered connection; the dialler knocks first. */
final class StreamLink implements Link {
    private final Trunk trunk;
    private final Security security;
    private final Knocks knocks;
    private final Doors doors;

    StreamLink(Trunk trunk, Security security, GrpcBrokerOptions options) {
        this.trunk = trunk;
        this.security = security;
        this.knocks = new Knocks(options.pending());
        this.doors = new Doors(options.pending());
        trunk.route(doors::enter);
    }

    @Override
    public void heard(ConnInfo message, BrokerStream line) {
        if (message.hasKnock() && message.getKnock().getAck()) {
            knocks.answered(message);
        } else if (message.hasKnock() && message.getKnock().getKnock()) {
            doors.knocked(message.getServiceId(), line);
        }
    }

    @Override
    public Served accept(int id, BrokerStream line, Consumer<NettyServerBuilder> settings) {
        String name = "brokered connection " + Integer.toUnsignedString(id);
        StreamServer server = StreamServer.start(name, security, settings);
        try {
            doors.open(id, server, line);
            return new OnStreams(id, server, doors);
        } catch (RuntimeException failure) {
            server.close();
            throw failure;
        }
    }

    private record OnStreams(int id, StreamServer streams, Doors doors) implements Served {
        @Override
        public Server server() {
            return streams.server();
        }

        @Override
        public void close(Duration grace) {
            doors.close(id, streams);
            streams.close(grace);
        }
    }

    @Override
    public ManagedChannel dial(int id, BrokerStream line, Consumer<NettyChannelBuilder> settings) {
        String name = "brokered connection " + Integer.toUnsignedString(id);
        ManagedChannel channel =
                trunk.channel(name, () -> knocks.knock(id, line), security, settings);
        // At once, as over sockets the announcement is taken at once.
        channel.getState(true);
        return channel;
    }

    @Override
    public void end(ProtocolException why) {
        knocks.end(why);
    }
}
