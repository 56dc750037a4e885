package dev.foster.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;

import javax.net.ssl.SSLSocket;

/** A socket of the old kind, which the JDK's TLS is, as a channel. */
record SocketBytes(SSLSocket socket, SocketChannel underneath) implements ByteChannel {

    @Override
    public int read(ByteBuffer target) throws IOException {
        int count =
                socket.getInputStream()
                        .read(
                                target.array(),
                                target.arrayOffset() + target.position(),
                                target.remaining());
        target.position(target.position() + Math.max(0, count));
        return count;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int count = source.remaining();
        socket.getOutputStream()
                .write(source.array(), source.arrayOffset() + source.position(), count);
        source.position(source.limit());
        return count;
    }

    @Override
    public boolean isOpen() {
        return !socket.isClosed();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        underneath.close();
    }
}
