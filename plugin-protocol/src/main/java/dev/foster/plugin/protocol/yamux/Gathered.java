package dev.foster.plugin.protocol.yamux;

import java.nio.ByteBuffer;

/** Several buffers read as one; their own positions stay until what was taken is done with. */
final class Gathered {
    private final ByteBuffer[] sources;
    private final int count;
    private int source;
    private int position;
    private long remaining;

    Gathered(ByteBuffer[] sources, int count) {
        this.sources = sources;
        this.count = count;
        for (int next = 0; next < count; next++) {
            remaining += sources[next].remaining();
        }
    }

    long remaining() {
        return remaining;
    }

    /** Fills the target as far as there is something, and gives it back. */
    ByteBuffer moveTo(ByteBuffer target) {
        while (target.hasRemaining() && source < count) {
            ByteBuffer from = sources[source];
            int piece = Math.min(from.remaining() - position, target.remaining());
            target.put(from.slice(from.position() + position, piece));
            position += piece;
            remaining -= piece;
            if (position == from.remaining()) {
                source++;
                position = 0;
            }
        }
        return target;
    }

    /** Moves the positions of the buffers past so much. */
    void done(long taken) {
        long left = taken;
        for (int next = 0; next < count && left > 0; next++) {
            int piece = (int) Math.min(left, sources[next].remaining());
            sources[next].position(sources[next].position() + piece);
            left -= piece;
        }
    }
}
