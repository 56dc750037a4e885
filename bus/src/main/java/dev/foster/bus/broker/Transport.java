package dev.foster.bus.broker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** How bytes reach a client: as they are, or through TLS. Never waits. */
interface Transport {
    /** Like {@link SocketChannel#read(ByteBuffer)}: how many bytes came, -1 at the end. */
    int read(ByteBuffer into) throws IOException;

    /** How many bytes were taken over. */
    int write(ByteBuffer from) throws IOException;

    /** Whether everything taken over has reached the socket. */
    boolean flushed() throws IOException;

    /** Whether there may be more to read that the socket will not tell of. */
    boolean holdsMore();

    /** The bytes as they are. */
    record Plain(SocketChannel channel) implements Transport {
        @Override
        public int read(ByteBuffer into) throws IOException {
            return channel.read(into);
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            return channel.write(from);
        }

        @Override
        public boolean flushed() {
            return true;
        }

        @Override
        public boolean holdsMore() {
            return false;
        }
    }
}
