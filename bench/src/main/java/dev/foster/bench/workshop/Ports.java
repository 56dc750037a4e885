package dev.foster.bench.workshop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Where servers of a benchmark listen. */
public final class Ports {
    private Ports() {}

    /** A port of loopback that nobody has now. */
    public static int free() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
