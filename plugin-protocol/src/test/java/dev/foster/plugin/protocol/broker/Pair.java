package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.multiplex.Trunk;
import dev.foster.plugin.protocol.multiplex.TrunkOptions;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.tls.TlsIdentity;
import dev.foster.plugin.protocol.transport.BoundServer;
import dev.foster.plugin.protocol.transport.Channels;
import dev.foster.plugin.protocol.transport.ListenPlace;

import io.grpc.ManagedChannel;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A host and a plugin in one JVM, joined by a real connection, each with its broker. */
record Pair(GrpcBroker host, GrpcBroker plugin, ManagedChannel main, Runnable rest)
        implements AutoCloseable {

    /** How the two are joined. */
    enum Way {
        SOCKETS,
        SOCKETS_WITH_TLS,
        STREAMS,
        STREAMS_WITH_TLS;

        boolean streams() {
            return this == STREAMS || this == STREAMS_WITH_TLS;
        }

        boolean tls() {
            return this == SOCKETS_WITH_TLS || this == STREAMS_WITH_TLS;
        }
    }

    /** The protection of both sides. */
    record Keys(Security host, Security plugin) {
        private static final TlsIdentity HOST = TlsIdentity.generate();
        private static final TlsIdentity PLUGIN = TlsIdentity.generate();

        static Keys of(Way way) {
            if (!way.tls()) {
                return new Keys(Security.plain(), Security.plain());
            }
            return new Keys(
                    Security.mutual(HOST, PLUGIN.certificate()),
                    Security.mutual(PLUGIN, HOST.certificate()));
        }
    }

    static Pair join(Way way, Path folder, GrpcBrokerOptions options) {
        ListenPlace place = new ListenPlace.SocketDirectory(folder, Optional.empty());
        return way.streams()
                ? overStreams(place, Keys.of(way), options)
                : overSockets(place, Keys.of(way), Translation.none(), options);
    }

    static Pair overSockets(
            ListenPlace place, Keys keys, Translation translation, GrpcBrokerOptions options) {
        GrpcBroker plugin =
                GrpcBroker.overSockets(place, keys.plugin(), Translation.none(), options);
        BoundServer server =
                BoundServer.start(
                        place,
                        keys.plugin(),
                        settings ->
                                settings.addService(plugin.service())
                                        .addService(Echo.named("main")));
        ManagedChannel main = Channels.open(server.address(), keys.host());
        GrpcBroker host = GrpcBroker.overSockets(place, keys.host(), translation, options);
        host.start(main);
        return new Pair(host, plugin, main, server::close).up();
    }

    static Pair overStreams(ListenPlace place, Keys keys, GrpcBrokerOptions options) {
        Trunk ofPlugin = Trunk.listen(place, TrunkOptions.ofDefaults());
        GrpcBroker plugin = GrpcBroker.overStreams(ofPlugin, keys.plugin(), options);
        ofPlugin.serve(
                keys.plugin(),
                settings -> settings.addService(plugin.service()).addService(Echo.named("main")));
        Trunk ofHost = Trunk.dial(ofPlugin.address(), Security.plain(), TrunkOptions.ofDefaults());
        ManagedChannel main = ofHost.channel(keys.host(), settings -> {});
        GrpcBroker host = GrpcBroker.overStreams(ofHost, keys.host(), options);
        host.start(main);
        Runnable rest =
                () -> {
                    ofHost.close();
                    ofPlugin.close();
                };
        return new Pair(host, plugin, main, rest).up();
    }

    /** The first connection of a JVM takes its time; no limit of a test is about that. */
    private Pair up() {
        try {
            var _ = Echo.say(main, "up");
            return this;
        } catch (RuntimeException failure) {
            close();
            throw failure;
        }
    }

    @Override
    public void close() {
        host.close();
        plugin.close();
        main.shutdownNow();
        try {
            main.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        rest.run();
    }
}
