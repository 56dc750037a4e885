package dev.foster.sdk;

import dev.foster.testkit.Leaks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Makes the JVM open what it opens once and keeps: a socket for itself, and the pollers of virtual
 * threads that wait for sockets.
 */
final class WarmUp {
    private WarmUp() {}

    /** What is there afterwards does not count as left behind. */
    static Leaks snapshot() throws Exception {
        try (ServerSocketChannel server =
                        ServerSocketChannel.open()
                                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel one = SocketChannel.open(server.getLocalAddress());
                SocketChannel other = server.accept()) {
            Thread reader = Thread.startVirtualThread(() -> readOne(one));
            while (reader.getState() == Thread.State.RUNNABLE) {
                Thread.onSpinWait();
            }
            other.write(ByteBuffer.allocate(1));
            reader.join();
        }
        return Leaks.snapshot();
    }

    private static void readOne(SocketChannel channel) {
        try {
            channel.read(ByteBuffer.allocate(1));
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }
}
