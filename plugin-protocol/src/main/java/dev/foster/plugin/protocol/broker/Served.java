package dev.foster.plugin.protocol.broker;

import io.grpc.Server;

import java.time.Duration;

/** A gRPC server for one brokered connection. It ends when it is closed, or with its broker. */
public interface Served extends AutoCloseable {

    /** What the peer dials. */
    int id();

    Server server();

    /** Ends it: lets calls under way end within the time given. */
    void close(Duration grace);

    /** Ends it at once, with the calls under way. */
    @Override
    default void close() {
        close(Duration.ZERO);
    }
}
