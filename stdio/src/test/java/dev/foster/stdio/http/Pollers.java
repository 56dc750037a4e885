package dev.foster.stdio.http;

import dev.foster.testkit.Leaks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** What the JVM keeps for good once virtual threads have waited for sockets. */
final class Pollers {
    private static boolean awake;

    private Pollers() {}

    /** A snapshot that counts them as there. */
    static synchronized Leaks snapshot() {
        for (int i = 0; i < 32 && !awake; i++) {
            awaken();
        }
        awake = true;
        return Leaks.snapshot();
    }

    private static void awaken() {
        try (var listener = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                var client = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
            Thread reader = Thread.startVirtualThread(() -> readFrom(client));
            listener.accept().close();
            reader.join();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException interrupt) {
            throw new AssertionError(interrupt);
        }
    }

    private static void readFrom(Socket client) {
        try {
            int end = client.getInputStream().read();
            assert end < 0;
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
