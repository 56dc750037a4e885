package dev.foster.bus.broker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a client is in the middle of saying.
 *
 * <p>Reading happens in the event loop's buffer, which all its connections share. Only an
 * unfinished command is kept here until the rest comes, so a client that says nothing holds no
 * buffer.
 */
final class Inbound {
    /** What {@link #fill} answers when the client has closed its side. */
    static final int ENDED = -1;

    /** What it answers when there is no memory left for the message that comes. */
    static final int NO_ROOM = -2;

    private static final byte[] NOTHING = {};
    private static final int SMALL = 2048;

    private final ClientParser parser;
    private final ChunkPool pool;
    private final byte[] shared;
    private final ByteBuffer view;
    private byte[] carry = NOTHING;
    private int carried;
    private int wanted;

    Inbound(ClientParser parser, ChunkPool pool, byte[] shared) {
        this.parser = parser;
        this.pool = pool;
        this.shared = shared;
        view = ByteBuffer.wrap(shared);
    }

    /** Reads and carries out what came: how much room was left over. */
    int fill(Transport transport) throws IOException {
        if (wanted > shared.length) {
            return fillLarge(transport);
        }
        int count = transport.read(view.clear().put(carry, 0, carried));
        if (count <= 0) {
            return count == 0 ? 1 : ENDED;
        }
        int end = view.position();
        keep(shared, parser.parse(shared, 0, end), end);
        return shared.length - end;
    }

    /** A message larger than the shared buffer gathers here, in an array that grows as it comes. */
    private int fillLarge(Transport transport) throws IOException {
        if (carried == carry.length) {
            if (pool.spent()) {
                return NO_ROOM;
            }
            hold(Arrays.copyOf(carry, Math.min(wanted, carried * 2)));
        }
        ByteBuffer rest = ByteBuffer.wrap(carry, carried, Math.min(carry.length, wanted) - carried);
        int count = transport.read(rest);
        if (count <= 0) {
            return count == 0 ? 1 : ENDED;
        }
        carried += count;
        if (carried == wanted) {
            byte[] whole = carry;
            int length = carried;
            hold(NOTHING);
            keep(whole, parser.parse(whole, 0, length), length);
        }
        return rest.remaining();
    }

    private void keep(byte[] bytes, int from, int to) {
        carried = to - from;
        wanted = carried == 0 ? 0 : parser.wanted();
        if (carried == 0 && carry.length > SMALL) {
            hold(NOTHING);
        }
        if (carry.length < carried) {
            hold(new byte[Math.max(carried, SMALL)]);
        }
        System.arraycopy(bytes, from, carry, 0, carried);
    }

    private void hold(byte[] other) {
        pool.count(other.length - carry.length);
        carry = other;
    }

    /** Forgets what came of an unfinished command. */
    void forget() {
        hold(NOTHING);
        carried = 0;
        wanted = 0;
    }
}
