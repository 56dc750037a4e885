package dev.foster.sdk.bus;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.testkit.NatsServer;
import dev.foster.testkit.Ports;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** A bus that a test has for itself: the embedded one, or the real server where it is installed. */
abstract class TestBus implements AutoCloseable {
    private final int port = Ports.free();

    /** As patient as a machine that has much else to do needs it. */
    static BrokerOptions patient() {
        Duration ample = Duration.ofSeconds(20);
        BrokerOptions.Timing timing = BrokerOptions.defaults().timing();
        return BrokerOptions.defaults()
                .withTiming(
                        new BrokerOptions.Timing(
                                timing.ping(), timing.pingsOut(), ample, ample, timing.write()));
    }

    abstract void start();

    abstract void stop();

    @Override
    public void close() {
        stop();
    }

    int port() {
        return port;
    }

    String url() {
        return "nats://127.0.0.1:" + port;
    }

    /** A client that is none of the plugins. */
    Connection connect() throws IOException, InterruptedException {
        return Nats.connect(
                new Options.Builder()
                        .server(url())
                        .userInfo("host", "open sesame")
                        .connectionTimeout(Duration.ofSeconds(20))
                        .reconnectWait(Duration.ofMillis(50))
                        .maxReconnects(-1)
                        .errorListener(new io.nats.client.ErrorListener() {})
                        .useTimeoutException()
                        .build());
    }

    static Stream<TestBus> all() {
        return Stream.concat(
                Stream.of(new Embedded()),
                NatsServer.program().<TestBus>map(RealServer::new).stream());
    }

    static final class Embedded extends TestBus {
        private Optional<Broker> broker = Optional.empty();

        @Override
        void start() {
            broker =
                    Optional.of(
                            Broker.start(
                                    patient()
                                            .withPort(port())
                                            .withUser(BusUser.of("host", "open sesame"))));
        }

        @Override
        void stop() {
            broker.ifPresent(Broker::close);
        }

        @Override
        public String toString() {
            return "embedded";
        }
    }

    private static final class RealServer extends TestBus {
        private final Path program;
        private Optional<NatsServer> server = Optional.empty();

        RealServer(Path program) {
            this.program = program;
        }

        @Override
        void start() {
            server =
                    Optional.of(
                            NatsServer.startAt(
                                    program,
                                    port(),
                                    "authorization: {user: host, password: \"open sesame\","
                                            + " timeout: 20}"));
        }

        @Override
        void stop() {
            server.ifPresent(NatsServer::close);
            server = Optional.empty();
        }

        @Override
        public String toString() {
            return "nats-server";
        }
    }
}
