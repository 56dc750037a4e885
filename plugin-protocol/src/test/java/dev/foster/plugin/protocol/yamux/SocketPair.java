package dev.foster.plugin.protocol.yamux;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** The two ends of a real connection. */
record SocketPair(SocketChannel dialled, SocketChannel accepted) implements AutoCloseable {

    static SocketPair unix(Path folder) throws IOException {
        Path path = folder.resolve("pair" + System.nanoTime());
        try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            return connect(listener.bind(UnixDomainSocketAddress.of(path)));
        } finally {
            Files.deleteIfExists(path);
        }
    }

    static SocketPair tcp() throws IOException {
        try (var listener = ServerSocketChannel.open()) {
            SocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            return connect(listener.bind(anyPort));
        }
    }

    private static SocketPair connect(ServerSocketChannel listener) throws IOException {
        SocketChannel dialled = SocketChannel.open(listener.getLocalAddress());
        return new SocketPair(dialled, listener.accept());
    }

    @Override
    public void close() throws IOException {
        dialled.close();
        accepted.close();
    }
}
