package dev.foster.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A real nats-server on loopback: what it answers is right. */
public final class NatsServer implements AutoCloseable {
    private final Path program;
    private final Path file;
    private final int port;
    private Process process;

    private NatsServer(Path program, int port, String configuration) {
        this.program = program;
        this.port = port;
        try {
            file = Files.createTempFile("nats", ".conf");
            Files.writeString(file, "host: 127.0.0.1\nport: " + port + "\n" + configuration);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        process = launch();
    }

    /** The program; where it has to be and is not, as {@link Peer#find} says. */
    public static Optional<Path> program() {
        return Peer.find("nats-server");
    }

    /** Starts one at a free port; the configuration is what it needs besides host and port. */
    public static NatsServer start(Path program, String configuration) {
        return startAt(program, Ports.free(), configuration);
    }

    public static NatsServer startAt(Path program, int port, String configuration) {
        return new NatsServer(program, port, configuration);
    }

    private Process launch() {
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
                        return listens();
                    });
            return started;
        } catch (IOException unstartable) {
            throw new UncheckedIOException(unstartable);
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public String url() {
        return "nats://127.0.0.1:" + port;
    }

    /** Ends it and starts another at the same port. */
    public void restart() {
        stop();
        startAgain();
    }

    /** Ends it as a crash would. */
    public void stop() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Starts another at the same port. */
    public void startAgain() {
        process = launch();
    }

    @Override
    public void close() {
        stop();
        try {
            Files.delete(file);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
