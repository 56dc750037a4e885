package dev.foster.plugin.protocol.yamux;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.function.Consumer;

/** Reads frames from the connection, several with one read where they are there already. */
final class FrameSource {
    private final ReadableByteChannel connection;
    private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024).limit(0);

    FrameSource(ReadableByteChannel connection) {
        this.connection = connection;
    }

    /** The next header, or null where the connection ends between two frames. */
    @Nullable FrameHeader next() throws IOException {
        while (buffer.remaining() < FrameHeader.BYTES) {
            if (!fill()) {
                if (buffer.hasRemaining()) {
                    throw new YamuxException("the connection ended within a frame");
                }
                return null;
            }
        }
        return FrameHeader.read(buffer);
    }

    /** The payload of the frame whose header was read last, in the pieces it comes in. */
    void payload(long length, Consumer<ByteBuffer> pieces) throws IOException {
        long left = length;
        while (left > 0) {
            if (!buffer.hasRemaining() && !fill()) {
                throw new YamuxException("the connection ended within a frame");
            }
            int piece = (int) Math.min(left, buffer.remaining());
            pieces.accept(buffer.slice(buffer.position(), piece));
            buffer.position(buffer.position() + piece);
            left -= piece;
        }
    }

    private boolean fill() throws IOException {
        buffer.compact();
        try {
            return connection.read(buffer) >= 0;
        } finally {
            buffer.flip();
        }
    }
}
