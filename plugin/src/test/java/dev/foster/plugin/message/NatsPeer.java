package dev.foster.plugin.message;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.ProcessEngine;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/** A real nats-server at a port of its own. */
final class NatsPeer implements AutoCloseable {
    private final ProcessEngine engine;
    private final int port;
    private Child child;

    NatsPeer(ProcessEngine engine) {
        Assumptions.assumeTrue(
                Peer.isInstalled("nats-server"), "nats-server is not installed: not compared");
        this.engine = engine;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
        this.child = start();
    }

    private Child start() {
        Child started =
                engine.spawn(
                        ChildSpec.of(
                                "nats-server", "-a", "127.0.0.1", "-p", Integer.toString(port)));
        Eventually.until(Duration.ofSeconds(20), "nats-server listens", this::listens);
        return started;
    }

    private boolean listens() {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    String url() {
        return "nats://127.0.0.1:" + port;
    }

    void stop() {
        child.stop().join();
    }

    void startAgain() {
        child = start();
    }

    @Override
    public void close() {
        stop();
    }
}
