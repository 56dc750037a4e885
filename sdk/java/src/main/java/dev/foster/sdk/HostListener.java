package dev.foster.sdk;

import dev.foster.plugin.protocol.broker.GrpcBroker;
import dev.foster.plugin.protocol.broker.GrpcBrokerOptions;
import dev.foster.plugin.protocol.broker.Translation;
import dev.foster.plugin.protocol.handshake.Variable;
import dev.foster.plugin.protocol.multiplex.Trunk;
import dev.foster.plugin.protocol.multiplex.TrunkOptions;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.protocol.transport.BoundServer;
import dev.foster.plugin.protocol.transport.ListenPlace;

import io.grpc.netty.NettyServerBuilder;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Where the host comes in: a socket for each connection, or one for all of them. */
sealed interface HostListener {
    GrpcBroker broker();

    /** Answers from now on. */
    void open(Consumer<NettyServerBuilder> settings);

    /** Known once it is open. */
    Address address();

    boolean multiplexed();

    /** Completes, exceptionally where that has a reason, when nobody can come in any more. */
    CompletableFuture<Void> ended();

    /** Lets calls under way end within the time given. */
    void close(Duration grace);

    static HostListener of(Draft draft, ProgramEnvironment surroundings, Security security) {
        ListenPlace place = place(draft, surroundings);
        return surroundings.variable(Variable.MULTIPLEX_GRPC).isEmpty()
                ? new Sockets(place, security)
                : new Streams(Trunk.listen(place, TrunkOptions.ofDefaults()), security);
    }

    private static ListenPlace place(Draft draft, ProgramEnvironment surroundings) {
        if (draft.tcp()) {
            return ListenPlace.Ports.of(
                    surroundings.variable(Variable.MIN_PORT),
                    surroundings.variable(Variable.MAX_PORT));
        }
        String directory = surroundings.variable(Variable.UNIX_SOCKET_DIR);
        String group = surroundings.variable(Variable.UNIX_SOCKET_GROUP);
        return new ListenPlace.SocketDirectory(
                directory.isEmpty()
                        ? ListenPlace.temporaryDirectory(surroundings.variables())
                        : Path.of(directory),
                group.isEmpty() ? Optional.empty() : Optional.of(group));
    }

    /** A socket for each. */
    final class Sockets implements HostListener {
        private final ListenPlace place;
        private final Security security;
        private final GrpcBroker broker;
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private @Nullable BoundServer server;

        Sockets(ListenPlace place, Security security) {
            this.place = place;
            this.security = security;
            this.broker =
                    GrpcBroker.overSockets(
                            place, security, Translation.none(), GrpcBrokerOptions.ofDefaults());
        }

        @Override
        public GrpcBroker broker() {
            return broker;
        }

        @Override
        public void open(Consumer<NettyServerBuilder> settings) {
            server = BoundServer.start(place, security, settings);
        }

        @Override
        public Address address() {
            if (server == null) {
                throw new IllegalStateException("not open");
            }
            return server.address();
        }

        @Override
        public boolean multiplexed() {
            return false;
        }

        @Override
        public CompletableFuture<Void> ended() {
            return ended.copy();
        }

        @Override
        public void close(Duration grace) {
            broker.close();
            if (server != null) {
                server.close(grace);
            }
            ended.complete(null);
        }
    }

    /** One for all; it takes one host, and once that is gone it takes no other. */
    final class Streams implements HostListener {
        private final Trunk trunk;
        private final Security security;
        private final GrpcBroker broker;

        Streams(Trunk trunk, Security security) {
            this.trunk = trunk;
            this.security = security;
            this.broker = GrpcBroker.overStreams(trunk, security, GrpcBrokerOptions.ofDefaults());
        }

        @Override
        public GrpcBroker broker() {
            return broker;
        }

        @Override
        public void open(Consumer<NettyServerBuilder> settings) {
            var _ = trunk.serve(security, settings);
        }

        @Override
        public Address address() {
            return trunk.address();
        }

        @Override
        public boolean multiplexed() {
            return true;
        }

        @Override
        public CompletableFuture<Void> ended() {
            return trunk.ended();
        }

        @Override
        public void close(Duration grace) {
            broker.close();
            trunk.close();
        }
    }
}
