package dev.foster.supervise.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server that does the same with every connection, sensible or not. */
final class ScriptedServer implements AutoCloseable {
    private final ServerSocket server;
    private final Script script;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch connected = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);

    /** What to do with a connection; it is closed afterwards. */
    interface Script {
        void serve(Socket connection) throws IOException;
    }

    private ScriptedServer(Script script) throws IOException {
        this.server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        this.script = script;
        Thread.startVirtualThread(this::accept);
    }

    static ScriptedServer doing(Script script) throws IOException {
        return new ScriptedServer(script);
    }

    /**
     * Reads the request's first bytes, sends this and says no more. It stays until the other side
     * leaves: with unread bytes the kernel would reset the connection, and what was sent be lost.
     */
    static ScriptedServer sending(String text) throws IOException {
        return doing(
                connection -> {
                    connection.getInputStream().read(new byte[8192]);
                    connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
                    connection.shutdownOutput();
                    readToEnd(connection);
                });
    }

    /** Accepts, reads whatever comes, and never says a word. */
    static ScriptedServer silent() throws IOException {
        return doing(ScriptedServer::readToEnd);
    }

    /** Sends this, then the repeated part until nobody listens any more. */
    static ScriptedServer endless(String first, String repeated) throws IOException {
        return doing(
                connection -> {
                    connection.getOutputStream().write(first.getBytes(StandardCharsets.UTF_8));
                    while (true) {
                        connection
                                .getOutputStream()
                                .write(repeated.getBytes(StandardCharsets.UTF_8));
                    }
                });
    }

    static void readToEnd(Socket connection) throws IOException {
        byte[] some = new byte[8192];
        int length = connection.getInputStream().read(some);
        while (length >= 0) {
            length = connection.getInputStream().read(some);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = server.accept();
                open.add(connection);
                connected.countDown();
                Thread.startVirtualThread(() -> serve(connection));
            }
        } catch (IOException closed) {
            open.forEach(ScriptedServer::close);
        }
    }

    private void serve(Socket connection) {
        try {
            script.serve(connection);
        } catch (IOException gone) {
            // The other side has left, which most scripts wait for.
            left.countDown();
        }
        left.countDown();
        close(connection);
        open.remove(connection);
    }

    private static void close(Socket connection) {
        try {
            connection.close();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    /** Waits for the first connection. */
    boolean wasConnected() throws InterruptedException {
        return connected.await(15, TimeUnit.SECONDS);
    }

    /** Waits until the first connection is over. */
    boolean wasLeft() throws InterruptedException {
        return left.await(15, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        server.close();
        open.forEach(ScriptedServer::close);
    }
}
