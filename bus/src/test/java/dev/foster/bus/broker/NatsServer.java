package dev.foster.bus.broker;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Peer;

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

/** The real server, where this machine has it: what it answers is right. */
public final class NatsServer implements AutoCloseable {
    private static final String PROGRAM = "nats-server";

    private final Path program;
    private final Path file;
    private final int port;
    private Process process;

    private NatsServer(Path program, String configuration) {
        this.program = program;
        try {
            port = freePort();
            file = Files.createTempFile("nats", ".conf");
            Files.writeString(file, "host: 127.0.0.1\nport: " + port + "\n" + configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process = start();
    }

    /**
     * The program: named by the property {@code foster.nats.server}, or found on the path or where
     * Debian puts it.
     *
     * @throws AssertionError where it has to be and is not: see {@link Peer}
     */
    public static Optional<Path> program() {
        String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/bin";
        Optional<Path> found =
                Stream.concat(
                                Stream.ofNullable(System.getProperty("foster.nats.server")),
                                Stream.of(path.split(":", -1)).map(each -> each + "/" + PROGRAM))
                        .map(Path::of)
                        .filter(Files::isExecutable)
                        .findFirst();
        return found.isPresent() || !Peer.isInstalled(PROGRAM) ? found : Optional.empty();
    }

    /** Starts one on loopback; the configuration is what it needs besides host and port. */
    public static NatsServer start(Path program, String configuration) {
        return new NatsServer(program, configuration);
    }

    private Process start() {
        try {
            Process started =
                    new ProcessBuilder(program.toString(), "-c", file.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            Eventually.until(
                    Duration.ofSeconds(20),
                    "nats-server listens",
                    () -> {
                        if (!started.isAlive()) {
                            throw new AssertionError("nats-server ended: " + started.exitValue());
                        }
                        return listens(port);
                    });
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    /** Ends it and starts another at the same port. */
    public void restart() {
        stop();
        process = start();
    }

    /** A port that was free a moment ago. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private void stop() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
