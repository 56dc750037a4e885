package dev.foster.sdk.bus;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Peer;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** A bus that a test has for itself: the embedded one, or the real server where it is installed. */
abstract class TestBus implements AutoCloseable {
    private final int port = freePort();

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
                Stream.of(new Embedded()), program().<TestBus>map(RealServer::new).stream());
    }

    static final class Embedded extends TestBus {
        private Optional<Broker> broker = Optional.empty();

        @Override
        void start() {
            broker =
                    Optional.of(
                            Broker.start(
                                    BrokerOptions.defaults()
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
        private Optional<Process> process = Optional.empty();

        RealServer(Path program) {
            this.program = program;
        }

        @Override
        void start() {
            try {
                process =
                        Optional.of(
                                new ProcessBuilder(
                                                program.toString(),
                                                "-a",
                                                "127.0.0.1",
                                                "-p",
                                                "" + port(),
                                                "--user",
                                                "host",
                                                "--pass",
                                                "open sesame")
                                        .redirectErrorStream(true)
                                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                        .start());
            } catch (IOException missing) {
                throw new UncheckedIOException(missing);
            }
            Eventually.until(Duration.ofSeconds(20), "nats-server listens", this::listens);
        }

        private boolean listens() {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
                return socket.isConnected();
            } catch (IOException notYet) {
                return false;
            }
        }

        @Override
        void stop() {
            process.ifPresent(
                    it -> {
                        it.destroyForcibly();
                        it.onExit().join();
                    });
        }

        @Override
        public String toString() {
            return "nats-server";
        }
    }

    /**
     * The real server: named by a property, or found on the path.
     *
     * @throws AssertionError where it has to be and is not: see {@link Peer}
     */
    private static Optional<Path> program() {
        String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/bin";
        Optional<Path> found =
                Stream.concat(
                                Stream.ofNullable(System.getProperty("foster.nats.server")),
                                Stream.of(path.split(":", -1)).map(it -> it + "/nats-server"))
                        .map(Path::of)
                        .filter(Files::isExecutable)
                        .findFirst();
        return found.isPresent() || !Peer.isInstalled("nats-server") ? found : Optional.empty();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }
}
