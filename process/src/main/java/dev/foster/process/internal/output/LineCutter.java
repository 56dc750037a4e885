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
    private static final long LOW = 0x7F7F7F7F7F7F7F7FL;

    // A batch keeps its arrays for the next one; more lines at once would not be cheaper.
    private static final int BATCH_LIMIT = 512;

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
        int start = carried[stream] > 0 ? finishCarried(stream, micros, bytes, from, to) : from;
        // Each byte is looked at once: this loop is the largest single cost of a delivery.
        int i = start;
        for (; i + 32 <= to; i += 32) {
            long first = newlines(bytes, i);
            long second = newlines(bytes, i + 8);
            long third = newlines(bytes, i + 16);
            long fourth = newlines(bytes, i + 24);
            if ((first | second | third | fourth) != 0) {
                start = lines(stream, micros, start, i, first);
                start = lines(stream, micros, start, i + 8, second);
                start = lines(stream, micros, start, i + 16, third);
                start = lines(stream, micros, start, i + 24, fourth);
            }
        }
        for (; i < to; i++) {
            if (bytes[i] == '\n') {
                start = line(stream, micros, start, i);
            }
        }
        start = pieces(stream, micros, start, to);
        keep(stream, micros, bytes, start, to);
    }

    /** Adds the lines that end within one word; tells where the next one begins. */
    private int lines(int stream, long micros, int start, int at, long newlines) {
        int next = start;
        for (long left = newlines; left != 0; left &= left - 1) {
            next = line(stream, micros, next, at + (Long.numberOfTrailingZeros(left) >>> 3));
        }
        return next;
    }

    private int line(int stream, long micros, int start, int newline) {
        int last = pieces(stream, micros, start, newline);
        batch.add(stream, micros, last, newline - last, false);
        if (batch.count == BATCH_LIMIT) {
            flush();
        }
        return newline + 1;
    }

    /** Adds the pieces of a line that is too long; tells where what is left of it begins. */
    private int pieces(int stream, long micros, int start, int end) {
        int next = start;
        while (end - next > maxLine) {
            batch.add(stream, micros, next, maxLine, true);
            next += maxLine;
        }
        return next;
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
        if (length == 0) {
            return;
        }
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

    private static int newline(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** The high bit of each of eight bytes that is a newline. */
    private static long newlines(byte[] bytes, int at) {
        long word = (long) LONG.get(bytes, at) ^ NEWLINES;
        return ~(((word & LOW) + LOW) | word | LOW);
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
                int size =
                        count == 0
                                ? Math.max(4, Math.min(BATCH_LIMIT, buffer.length / 64))
                                : count * 2;
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
