package dev.foster.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A client that sends whatever bytes it is given. */
final class RawConnection implements AutoCloseable {
    private final ByteChannel channel;

    RawConnection(SocketAddress address) {
        try {
            channel = SocketChannel.open(address);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The other end of TLS, as the JDK speaks it. */
    RawConnection(SocketBytes socket) {
        channel = socket;
    }

    /** Sends one text and gives all that comes back until the server closes. */
    static String ask(SocketAddress address, String text) {
        try (RawConnection connection = new RawConnection(address)) {
            connection.send(text);
            return connection.rest();
        }
    }

    RawConnection send(String text) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return this;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Everything until the server closes. */
    String rest() {
        return until("\0never");
    }

    /** Everything up to this text, or the end. */
    String until(String end) {
        var all = new ByteArrayOutputStream();
        ByteBuffer one = ByteBuffer.allocate(1);
        try {
            while (!all.toString(StandardCharsets.ISO_8859_1).endsWith(end)
                    && channel.read(one.clear()) >= 0) {
                all.write(one.get(0));
            }
        } catch (IOException reset) {
            all.writeBytes(("[" + reset.getMessage() + "]").getBytes(StandardCharsets.UTF_8));
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    /** Says that nothing more will come, and goes on reading. */
    void endOutput() {
        try {
            switch (channel) {
                case SocketChannel plain -> plain.shutdownOutput();
                case SocketBytes tls -> tls.socket().shutdownOutput();
                default -> throw new AssertionError(channel);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Leaves without a farewell. */
    void reset() throws IOException {
        switch (channel) {
            case SocketChannel plain -> plain.setOption(StandardSocketOptions.SO_LINGER, 0).close();
            case SocketBytes tls -> tls.underneath().close();
            default -> throw new AssertionError(channel);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
