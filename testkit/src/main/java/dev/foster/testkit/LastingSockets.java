package dev.foster.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;

/**
 * What the JVM keeps for good from the first use of sockets on: one socket that looks like any
 * other, and what it waits with for those of virtual threads.
 */
final class LastingSockets {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static boolean all;

    private LastingSockets() {}

    /** Has the JVM open the one socket now; needs no thread. */
    static void openFirst() {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    /** Has the JVM open all of it now. */
    static synchronized void openAll() {
        if (all) {
            return;
        }
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread waiting = Thread.startVirtualThread(() -> accept(socket));
            Eventually.until(
                    LIMIT,
                    "a virtual thread waits for a socket",
                    () -> waiting.getState() == Thread.State.WAITING);
            all = true;
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    private static void accept(ServerSocket socket) {
        try {
            socket.accept().close();
        } catch (IOException closed) {
            // As it should be: nobody connects.
        }
    }
}
