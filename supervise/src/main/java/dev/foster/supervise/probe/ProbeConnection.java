package dev.foster.supervise.probe;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;

/** Opens connections that end with their attempt. */
final class ProbeConnection {
    private static final System.Logger LOG = System.getLogger("dev.foster.supervise");

    private ProbeConnection() {}

    /** Tries every address of the host: one that listens on a single one of them is there, too. */
    static Socket open(String host, int port, RunningAttempt attempt) throws IOException {
        IOException last = new UnknownHostException(host);
        for (InetAddress address : InetAddress.getAllByName(host)) {
            var socket = new Socket();
            attempt.hold(() -> close(socket));
            try {
                socket.connect(new InetSocketAddress(address, port), attempt.blockMillis());
                if (!isOwn(socket)) {
                    socket.setTcpNoDelay(true);
                    socket.setSoTimeout(attempt.blockMillis());
                    return socket;
                }
                last = new ConnectException("Connection refused");
            } catch (IOException failed) {
                last = failed;
            }
            close(socket);
        }
        throw last;
    }

    /**
     * True when we are connected to ourselves: where nobody listens, the kernel may choose the very
     * port asked for as our own, and then both ends meet.
     */
    static boolean isOwn(Socket socket) {
        return socket.getLocalPort() == socket.getPort()
                && socket.getLocalAddress().equals(socket.getInetAddress());
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            LOG.log(Level.DEBUG, "closing a probe's connection failed", failed);
        }
    }
}
