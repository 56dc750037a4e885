package dev.foster.process.internal.output;

import dev.foster.process.ChildStream;
import dev.foster.process.LineBatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Cuts records into lines. A line that spans records is put together from a carry of at most the
 * line limit; a longer one leaves in pieces, each marked as cut but the last. No byte is lost on
 * the way.
 */
final class LineCutter {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private final int maxLine;
    private final Consumer<LineBatch> out;
    private final byte[][] carry = {new byte[0], new byte[0]};
    private final int[] carried = new int[2];
    private final long[] carriedAt = new long[2];
    private final Batch batch = new Batch(new byte[0]);

    LineCutter(int maxLine, Consumer<LineBatch> out) {
        this.maxLine = maxLine;
        this.out = out;
    }

    /** Cuts {@code bytes[from, to)}, which all came at one time on one stream. */
    @SuppressWarnings("ReferenceEquality") // another array is another batch, whatever it holds
    void cut(int stream, long micros, byte[] bytes, int from, int to) {
        if (batch.buffer != bytes) {
            flush();
            batch.buffer = bytes;
        }
        int start = from;
        if (carried[stream] > 0) {
            start = finishCarried(stream, micros, bytes, from, to);
        }
        while (start < to) {
            int newline = newline(bytes, start, to);
            int end = newline < 0 ? to : newline;
            while (end - start > maxLine) {
                batch.add(stream, micros, start, maxLine, true);
                start += maxLine;
            }
            if (newline < 0) {
                keep(stream, micros, bytes, start, end);
                return;
            }
            batch.add(stream, micros, start, end - start, false);
            start = newline + 1;
        }
    }

    /** Completes the carried line with the head of this record; tells where the rest begins. */
    private int finishCarried(int stream, long micros, byte[] bytes, int from, int to) {
        int newline = newline(bytes, from, to);
        int end = newline < 0 ? to : newline;
        int start = from;
        while (carried[stream] + (end - start) > maxLine) {
            int part = maxLine - carried[stream];
            keep(stream, micros, bytes, start, start + part);
            emitCarried(stream, micros, true);
            start += part;
        }
        keep(stream, micros, bytes, start, end);
        if (newline < 0) {
            return to;
        }
        emitCarried(stream, micros, false);
        return newline + 1;
    }

    private void keep(int stream, long micros, byte[] bytes, int from, int to) {
        int length = to - from;
        int total = carried[stream] + length;
        if (carry[stream].length < total) {
            int size = Math.min(maxLine, Math.max(128, Integer.highestOneBit(total) << 1));
            carry[stream] = Arrays.copyOf(carry[stream], Math.max(total, size));
        }
        System.arraycopy(bytes, from, carry[stream], carried[stream], length);
        carried[stream] = total;
        carriedAt[stream] = micros;
    }

    private void emitCarried(int stream, long micros, boolean cut) {
        flush();
        var joined = new Batch(Arrays.copyOf(carry[stream], carried[stream]));
        joined.add(stream, micros, 0, carried[stream], cut);
        carried[stream] = 0;
        out.accept(joined);
    }

    /** Hands over what was cut so far. */
    void flush() {
        if (batch.count > 0) {
            out.accept(batch);
            batch.count = 0;
        }
    }

    /** Hands over unfinished lines: the output ended, or bytes are missing after them. */
    void finish(boolean goesOn) {
        flush();
        for (int stream = 0; stream < 2; stream++) {
            if (carried[stream] > 0) {
                emitCarried(stream, carriedAt[stream], goesOn);
            }
        }
    }

    /**
     * Thirty-two bytes at a step, then eight: this loop is most of what it costs to read a chatty
     * child.
     */
    private static int newline(byte[] bytes, int from, int to) {
        int i = from;
        for (; i + 32 <= to; i += 32) {
            long found =
                    newlines(bytes, i)
                            | newlines(bytes, i + 8)
                            | newlines(bytes, i + 16)
                            | newlines(bytes, i + 24);
            if (found != 0) {
                break;
            }
        }
        for (; i + 8 <= to; i += 8) {
            long found = newlines(bytes, i);
            if (found != 0) {
                return i + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        for (; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /**
     * Eight bytes at once: a zero byte of (word xor newlines) is a newline, and the lowest such bit
     * is exact.
     */
    private static long newlines(byte[] bytes, int at) {
        long word = (long) LONG.get(bytes, at) ^ NEWLINES;
        return (word - ONES) & ~word & HIGHS;
    }

    private static final class Batch implements LineBatch {
        private byte[] buffer;
        private int count;
        private int[] places = new int[0];
        private long[] micros = new long[0];

        Batch(byte[] buffer) {
            this.buffer = buffer;
        }

        private void add(int stream, long at, int offset, int length, boolean cut) {
            if (count == micros.length) {
                int size = count == 0 ? Math.max(4, Math.min(2048, buffer.length / 64)) : count * 2;
                micros = Arrays.copyOf(micros, size);
                places = Arrays.copyOf(places, size * 2);
            }
            places[count * 2] = offset;
            places[count * 2 + 1] = length << 2 | (cut ? 2 : 0) | stream;
            micros[count++] = at;
        }

        @Override
        public int size() {
            return count;
        }

        @Override
        public byte[] buffer() {
            return buffer;
        }

        @Override
        public int offset(int i) {
            return places[i * 2];
        }

        @Override
        public int length(int i) {
            return places[i * 2 + 1] >>> 2;
        }

        @Override
        public ChildStream stream(int i) {
            return OutputRing.stream(places[i * 2 + 1] & 1);
        }

        @Override
        public long atMicros(int i) {
            return micros[i];
        }

        @Override
        public boolean cut(int i) {
            return (places[i * 2 + 1] & 2) != 0;
        }
    }
}
