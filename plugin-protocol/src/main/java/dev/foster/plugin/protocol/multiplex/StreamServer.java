package dev.foster.plugin.protocol.multiplex;

import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.BoundServer;
import dev.foster.plugin.protocol.transport.EventLoops;
import dev.foster.plugin.protocol.yamux.YamuxStream;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A gRPC server that listens nowhere: its connections are the streams it is handed. */
public final class StreamServer implements AutoCloseable {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final StreamServerChannel channel;
    private final Server server;
    private final EventLoops.Lease lease;

    private StreamServer(StreamServerChannel channel, Server server, EventLoops.Lease lease) {
        this.channel = channel;
        this.server = server;
        this.lease = lease;
    }

    /**
     * Starts one.
     *
     * @param name what it is called in messages
     * @param settings adds the services, and has the last word on everything else
     */
    public static StreamServer start(
            String name, Security security, Consumer<NettyServerBuilder> settings) {
        EventLoops.Lease lease = EventLoops.lease();
        try {
            var channel = new StreamServerChannel();
            NettyServerBuilder builder =
                    BoundServer.builder(new StreamAddress(name), security, lease)
                            .channelFactory(() -> channel);
            settings.accept(builder);
            return new StreamServer(channel, builder.build().start(), lease);
        } catch (IOException impossible) {
            lease.close();
            throw new UncheckedIOException(impossible);
        } catch (RuntimeException | Error failure) {
            lease.close();
            throw failure;
        }
    }

    /** Serves this stream. */
    public void take(YamuxStream stream) {
        channel.take(stream);
    }

    public Server server() {
        return server;
    }

    /** Ends it at once, with the calls under way. */
    @Override
    public void close() {
        close(Duration.ZERO);
    }

    /** Ends it: takes no new calls, and lets those under way end within the time given. */
    public void close(Duration grace) {
        server.shutdown();
        try {
            if (!server.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS)) {
                server.shutdownNow();
                server.awaitTermination(CLOSE_WITHIN.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException interrupt) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        } finally {
            lease.close();
        }
    }
}
