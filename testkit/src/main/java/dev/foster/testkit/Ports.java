package dev.foster.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that begin later, or once more at the same place. None that the system gives to
 * sockets without one: anybody's client could have it by then, even the one that looks for the
 * server. Nor one of those that plugins choose from.
 */
public final class Ports {
    private static final int LOWEST = 25_001;
    private static final int COUNT = 32_768 - LOWEST;
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private Ports() {}

    /** A port that was free a moment ago; each call gives another. */
    public static int free() {
        for (int tried = 0; tried < COUNT; tried++) {
            int port = LOWEST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new AssertionError("no port from " + LOWEST + " on is free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
