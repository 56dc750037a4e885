package dev.foster.bench.soak;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A connection that never waits: whoever holds it does with it what clients should not do. */
final class Line implements Closeable {
    private final SocketChannel channel;

    private Line(SocketAddress address) throws IOException {
        channel = SocketChannel.open(address);
        channel.configureBlocking(false);
    }

    static Line toPort(int port) throws IOException {
        return new Line(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
    }

    static Line toSocket(Path socket) throws IOException {
        return new Line(UnixDomainSocketAddress.of(socket));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Writes what the other side takes at once; returns how many bytes that were. */
    int push(ByteBuffer bytes) throws IOException {
        return channel.write(bytes);
    }

    int push(String text) throws IOException {
        return push(ByteBuffer.wrap(bytes(text)));
    }

    /** Reads what is there, so many bytes at most; false when the other side has hung up. */
    boolean skim(int most) throws IOException {
        return channel.read(ByteBuffer.allocate(most)) >= 0;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
