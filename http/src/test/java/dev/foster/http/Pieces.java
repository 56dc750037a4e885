package dev.foster.http;

import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/** Bytes that come a few at a time. */
final class Pieces implements ReadableByteChannel {
    private final byte[] bytes;
    private final int piece;
    private int at;

    Pieces(byte[] bytes, int piece) {
        this.bytes = Arrays.copyOf(bytes, bytes.length);
        this.piece = piece;
    }

    /** How many have come. */
    int given() {
        return at;
    }

    @Override
    public int read(ByteBuffer target) {
        int count = Math.min(Math.min(piece, target.remaining()), bytes.length - at);
        target.put(bytes, at, count);
        at += count;
        return count == 0 ? -1 : count;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
