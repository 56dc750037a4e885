package dev.foster.stdio.child;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts the bytes of a standard output into lines, of which each is one message. A line longer than
 * the limit is skipped to its end, and only its two ends are remembered. Between lines it holds no
 * memory: most children are silent most of the time.
 */
final class MessageLines {
    private static final int FIRST_BLOCK = 4 * 1024;
    private static final int LARGEST_BLOCK = 1 << 20;
    private static final byte[] EMPTY = new byte[0];

    /** Takes the lines. */
    interface Taker {
        /** A line that is not empty, without its end. The bytes do not change any more. */
        void line(byte[] bytes, int from, int to);

        /**
         * A line was too long.
         *
         * @param head its first bytes
         * @param tail its last bytes
         */
        void tooLong(byte[] head, byte[] tail, long length);
    }

    private final int limit;
    private final Taker taker;

    // A line whose end has not come: full blocks, and the one being filled. Blocks and no growing
    // array, so that a long message is copied once and never has a second array as long beside it.
    private List<byte[]> blocks = List.of();
    private byte[] block = EMPTY;
    private int filled;
    private int held;

    private boolean skipping;
    private byte[] head = EMPTY;
    private byte[] tail = EMPTY;
    private long skipped;

    MessageLines(int limit, Taker taker) {
        this.limit = limit;
        this.taker = taker;
    }

    /** Takes bytes that belong to us from here on. */
    void take(byte[] bytes) {
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                if (held == 0 && !skipping && i - start <= limit) {
                    line(bytes, start, i);
                } else {
                    hold(bytes, start, i);
                    finish();
                }
                start = i + 1;
            }
        }
        hold(bytes, start, bytes.length);
    }

    /** Nothing more comes: what has no line end is a line all the same. */
    void end() {
        if (held > 0 || skipping) {
            finish();
        }
    }

    /**
     * Bytes are missing here. What stood before them must not be joined to what comes after; that
     * is the end of some line, and can be no message, for its braces do not match.
     */
    void gap() {
        forget();
    }

    private void hold(byte[] bytes, int from, int to) {
        int length = to - from;
        if (!skipping && (long) held + length > limit) {
            skip();
        }
        if (skipping) {
            keepEnds(bytes, from, to);
            return;
        }
        int at = from;
        while (at < to) {
            if (filled == block.length) {
                nextBlock(to - at);
            }
            int part = Math.min(to - at, block.length - filled);
            System.arraycopy(bytes, at, block, filled, part);
            filled += part;
            held += part;
            at += part;
        }
    }

    private void nextBlock(int needed) {
        if (filled > 0) {
            if (blocks.isEmpty()) {
                blocks = new ArrayList<>();
            }
            blocks.add(block);
        }
        int size = Math.max(needed, Math.max(FIRST_BLOCK, Math.min(held, LARGEST_BLOCK)));
        block = new byte[Math.min(size, limit - held)];
        filled = 0;
    }

    private void skip() {
        byte[] begun = joined();
        forget();
        skipping = true;
        skipped = 0;
        head = EMPTY;
        tail = EMPTY;
        keepEnds(begun, 0, begun.length);
    }

    private void keepEnds(byte[] bytes, int from, int to) {
        if (head.length < Outline.LOOK && head.length == skipped) {
            head = joined(head, bytes, from, Math.min(to, from + Outline.LOOK - head.length));
        }
        int fresh = Math.max(from, to - Outline.LOOK);
        int old = Math.min(tail.length, Outline.LOOK - (to - fresh));
        byte[] kept = old == tail.length ? tail : lastOf(tail, old);
        tail = joined(kept, bytes, fresh, to);
        skipped += to - from;
    }

    private static byte[] lastOf(byte[] bytes, int count) {
        return Arrays.copyOfRange(bytes, bytes.length - count, bytes.length);
    }

    private static byte[] joined(byte[] first, byte[] second, int from, int to) {
        if (from == to) {
            return first;
        }
        byte[] joined = Arrays.copyOf(first, first.length + to - from);
        System.arraycopy(second, from, joined, first.length, to - from);
        return joined;
    }

    private void finish() {
        if (skipping) {
            byte[] begin = head;
            byte[] end = tail;
            long length = skipped;
            forget();
            taker.tooLong(begin, end, length);
            return;
        }
        byte[] whole = joined();
        forget();
        line(whole, 0, whole.length);
    }

    private byte[] joined() {
        byte[] whole = new byte[held];
        int at = 0;
        for (byte[] full : blocks) {
            System.arraycopy(full, 0, whole, at, full.length);
            at += full.length;
        }
        System.arraycopy(block, 0, whole, at, filled);
        return whole;
    }

    private void forget() {
        blocks = List.of();
        block = EMPTY;
        filled = 0;
        held = 0;
        skipping = false;
        head = EMPTY;
        tail = EMPTY;
        skipped = 0;
    }

    private void line(byte[] bytes, int from, int to) {
        int begin = from;
        int end = to;
        while (begin < end && isSpace(bytes[begin])) {
            begin++;
        }
        while (begin < end && isSpace(bytes[end - 1])) {
            end--;
        }
        if (begin < end) {
            taker.line(bytes, begin, end);
        }
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || c == '\t' || c == '\r';
    }
}
