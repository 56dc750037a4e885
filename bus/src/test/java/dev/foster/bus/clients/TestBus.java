package dev.foster.bus.clients;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.bus.broker.Permissions;
import dev.foster.bus.broker.SubjectRules;
import dev.foster.testkit.NatsServer;
import dev.foster.testkit.Ports;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A server with two users: one who may do everything, and one who may do little. */
interface TestBus extends AutoCloseable {
    int port();

    /** Ends it and starts another at the same place. */
    void restart();

    @Override
    void close();

    default String url() {
        return "nats://all:secret@127.0.0.1:" + port();
    }

    /** For the one who may use subjects below {@code ok}. */
    default String limitedUrl() {
        return "nats://few:secret@127.0.0.1:" + port();
    }

    /** The broker of this project. */
    final class Embedded implements TestBus {
        private Broker broker = Broker.start(options(Ports.free()));

        private static BrokerOptions options(int port) {
            SubjectRules little = SubjectRules.allowing("ok.>", "_INBOX.>");
            return BrokerOptions.defaults()
                    .withAuthentication(Duration.ofSeconds(20))
                    .withPort(port)
                    .withLoops(2)
                    .withUser(BusUser.of("all", "secret"))
                    .withUser(
                            new BusUser(
                                    "few",
                                    "secret",
                                    new Permissions(little, little, Optional.empty())));
        }

        @Override
        public int port() {
            return broker.port();
        }

        @Override
        public void restart() {
            int port = broker.port();
            broker.close();
            broker = Broker.start(options(port));
        }

        @Override
        public void close() {
            broker.close();
        }
    }

    /** The server of NATS itself. */
    final class Real implements TestBus {
        private static final String USERS =
                """
                authorization { timeout: 20
                  users: [
                  {user: all, password: secret}
                  {user: few, password: secret, permissions: {
                    publish: ["ok.>", "_INBOX.>"], subscribe: ["ok.>", "_INBOX.>"] }}
                ] }
                """;
        private final NatsServer server;

        Real(Path program) {
            server = NatsServer.startAt(program, Ports.free(), USERS);
        }

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public void restart() {
            server.restart();
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
