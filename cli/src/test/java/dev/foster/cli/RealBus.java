package dev.foster.cli;

import dev.foster.testkit.Eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/** A real nats-server at a port of its own. */
final class RealBus implements AutoCloseable {
    private final int port;
    private final Process server;

    RealBus() {
        PluginKit.requires("nats-server");
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
        try {
            server =
                    new ProcessBuilder(
                                    "nats-server", "-a", "127.0.0.1", "-p", Integer.toString(port))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
        Eventually.until(Duration.ofSeconds(20), "nats-server listens", this::listens);
    }

    private boolean listens() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    String url() {
        return "nats://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        server.destroy();
        try {
            server.waitFor();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
