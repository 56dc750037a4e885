package dev.foster.stdio.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** What the JVM opens once and for all shall not look like a leak of the first test. */
final class Warm {
    // More than there are of what the JVM waits for sockets with.
    private static final int ROUNDS = 64;

    private static boolean done;

    private Warm() {}

    static synchronized void up() {
        if (done) {
            return;
        }
        done = true;
        for (int i = 0; i < ROUNDS; i++) {
            waitForASocket();
        }
        try (var first = LiveService.of(ShellServer.good("warm"))) {
            first.visitor("warm").open().close();
        }
    }

    private static void waitForASocket() {
        try (var listener = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                var client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                var accepted = listener.accept()) {
            Thread reader = Thread.startVirtualThread(() -> readOne(client));
            accepted.shutdownOutput();
            reader.join();
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void readOne(Socket socket) {
        try {
            socket.getInputStream().read();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
