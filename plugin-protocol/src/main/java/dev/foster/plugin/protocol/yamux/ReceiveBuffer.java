package dev.foster.plugin.protocol.yamux;

import java.nio.ByteBuffer;

/**
 * Bytes received and not yet read: a ring that grows with what is in it, up to the window. A list
 * of received pieces would cost a hostile peer's one-byte frames thirty times their size.
 */
final class ReceiveBuffer {
    private static final int FIRST = 4096;

    private byte[] ring = new byte[0];
    private int first;
    private int size;

    int size() {
        return size;
    }

    void put(ByteBuffer source) {
        grow(size + source.remaining());
        while (source.hasRemaining()) {
            int end = (first + size) % ring.length;
            int piece = Math.min(source.remaining(), ring.length - end);
            source.get(ring, end, piece);
            size += piece;
        }
    }

    /** Moves as much as there is and fits; tells how much. */
    int take(ByteBuffer target) {
        int taken = 0;
        while (size > 0 && target.hasRemaining()) {
            int piece = Math.min(Math.min(size, ring.length - first), target.remaining());
            target.put(ring, first, piece);
            first = (first + piece) % ring.length;
            size -= piece;
            taken += piece;
        }
        if (size == 0) {
            first = 0;
        }
        return taken;
    }

    void clear() {
        ring = new byte[0];
        first = 0;
        size = 0;
    }

    private void grow(int needed) {
        if (needed <= ring.length) {
            return;
        }
        int length = Math.max(FIRST, Integer.highestOneBit(Math.max(1, needed - 1)) << 1);
        ByteBuffer larger = ByteBuffer.allocate(length);
        int kept = size;
        take(larger);
        ring = larger.array();
        first = 0;
        size = kept;
    }
}
