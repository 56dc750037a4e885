package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.wire.ConnInfo;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;

import java.util.function.Consumer;

/** How brokered connections are made: over sockets of their own, or over streams of one. */
sealed interface Link permits SocketLink, StreamLink {

    /** The peer said something. */
    void heard(ConnInfo message, BrokerStream line);

    Served accept(int id, BrokerStream line, Consumer<NettyServerBuilder> settings);

    ManagedChannel dial(int id, BrokerStream line, Consumer<NettyChannelBuilder> settings)
            throws InterruptedException;

    /** Frees those who wait for the peer. */
    void end(ProtocolException why);
}
