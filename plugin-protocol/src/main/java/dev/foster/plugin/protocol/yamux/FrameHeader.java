package dev.foster.plugin.protocol.yamux;

import java.nio.ByteBuffer;

/**
 * The header of a frame: 12 bytes, big-endian; the version comes first and is 0. Stream ids are
 * unsigned, and so is the length, which a {@code long} holds.
 */
record FrameHeader(int type, int flags, int stream, long length) {
    static final int BYTES = 12;

    static final int DATA = 0;
    static final int WINDOW_UPDATE = 1;
    static final int PING = 2;
    static final int GO_AWAY = 3;

    static final int SYN = 1;
    static final int ACK = 2;
    static final int FIN = 4;
    static final int RST = 8;

    static final int NORMAL = 0;
    static final int PROTOCOL_ERROR = 1;
    static final int INTERNAL_ERROR = 2;

    static FrameHeader window(int flags, int stream, long increment) {
        return new FrameHeader(WINDOW_UPDATE, flags, stream, increment);
    }

    static FrameHeader ping(int flags, long id) {
        return new FrameHeader(PING, flags, 0, id);
    }

    static FrameHeader goAway(int reason) {
        return new FrameHeader(GO_AWAY, 0, 0, reason);
    }

    /** The next header of this buffer, which holds at least {@link #BYTES}. */
    static FrameHeader read(ByteBuffer from) throws YamuxException {
        int version = from.get();
        if (version != 0) {
            throw new YamuxException("the peer sent a frame of version " + (version & 0xff));
        }
        int type = from.get() & 0xff;
        if (type > GO_AWAY) {
            throw new YamuxException("the peer sent a frame of the unknown type " + type);
        }
        int flags = from.getShort() & 0xffff;
        int stream = from.getInt();
        return new FrameHeader(type, flags, stream, Integer.toUnsignedLong(from.getInt()));
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    ByteBuffer encoded() {
        return header(0).flip();
    }

    /** Header and payload in one buffer. */
    ByteBuffer encoded(ByteBuffer payload) {
        return header(payload.remaining()).put(payload).flip();
    }

    /** The header in a buffer that has room for so much behind it. */
    ByteBuffer header(int room) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES + room);
        bytes.put((byte) 0).put((byte) type).putShort((short) flags);
        return bytes.putInt(stream).putInt((int) length);
    }
}
