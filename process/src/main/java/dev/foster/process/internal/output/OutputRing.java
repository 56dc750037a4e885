package dev.foster.process.internal.output;

import dev.foster.process.ChildStream;
import dev.foster.process.OutputCounts;
import dev.foster.process.OutputLimits;
import dev.foster.process.OutputLimits.Overflow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bounded memory of one child's output: a circular byte array of records, each a header
 * (stream, time, length) and the bytes of one read. It is the only buffer between the child and all
 * its listeners.
 *
 * <p>One writer appends; any number of {@link OutputDelivery deliveries} follow at their own pace,
 * each with a position of its own. Once it is full the oldest records go, so the newest win; a
 * delivery that was still to read them counts them as missed. Records are kept for latecomers up to
 * {@code keep} bytes, and beyond that up to {@code backlog} bytes as long as some delivery still
 * wants them: a burst costs memory, not lines.
 *
 * <p>Nothing is allocated before the first byte, so thousands of silent children cost nothing. What
 * all rings have together is bounded by the {@link OutputBudget}: where the heap does not have as
 * much as a ring may keep, it makes do with what it has.
 */
public final class OutputRing {
    private static final int HEADER = 12;
    private static final int LEAST_PIECE = 1024;
    private static final int TAKE_LIMIT = 128 * 1024;
    private static final long SHRINK_AFTER_MICROS = 1_000_000;
    private static final byte[] EMPTY = new byte[0];
    private static final OutputDelivery[] NOBODY = new OutputDelivery[0];
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final int keep;
    private final int backlog;
    private final int pieceLimit;
    private final boolean waits;
    private final OutputBudget budget;
    private byte[] ring = EMPTY;
    // Its length, for those who do not have the lock.
    private volatile int size;
    private long head;
    private long tail;
    private long lastGrown;
    private final long[] written = new long[2];
    private final long[] forgotten = new long[2];
    private boolean ended;
    private boolean everListened;
    // Paused pipes of this child, to be told when a waiting writer may go on.
    private List<Runnable> whenRoom = List.of();
    // Replaced, never changed: the writer walks it after leaving the lock.
    private OutputDelivery[] deliveries = NOBODY;

    public OutputRing(OutputLimits limits) {
        this(limits, OutputBudget.OF_HEAP);
    }

    OutputRing(OutputLimits limits, OutputBudget budget) {
        this.budget = budget;
        this.keep = limits.keep();
        this.backlog = limits.backlog();
        this.waits = limits.overflow() == Overflow.WAIT;
        this.pieceLimit = Math.clamp(backlog / 4, LEAST_PIECE, 1 << 20);
    }

    /** How a stream is written down: 0 for standard output, 1 for standard error. */
    static int number(ChildStream stream) {
        return stream == ChildStream.STDERR ? 1 : 0;
    }

    static ChildStream stream(int number) {
        return number == 1 ? ChildStream.STDERR : ChildStream.STDOUT;
    }

    /** Adds what one read brought. Those who listen learn of it by {@link #announce}. */
    public synchronized void append(ChildStream stream, MemorySegment bytes, int length) {
        // Here, where one comes after the other: two streams may have a thread each.
        long micros = micros();
        for (int from = 0; from < length; from += pieceLimit) {
            appendPiece(stream, micros, bytes, from, Math.min(pieceLimit, length - from));
        }
    }

    private static long micros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }

    /** Wakes those who listen. */
    public void announce() {
        OutputDelivery[] listening;
        synchronized (this) {
            listening = deliveries;
        }
        for (OutputDelivery delivery : listening) {
            delivery.wake();
        }
        budget.relieve();
    }

    private void appendPiece(
            ChildStream stream, long micros, MemorySegment bytes, int from, int length) {
        int size = HEADER + length;
        if (!makeRoom(size, micros)) {
            if (length > LEAST_PIECE) {
                // What does not fit as a whole does in part.
                int half = length / 2;
                appendPiece(stream, micros, bytes, from, half);
                appendPiece(stream, micros, bytes, from + half, length - half);
                return;
            }
            written[number(stream)] += length;
            forgotten[number(stream)] += length;
            return;
        }
        // The header may wrap, so it is written through a small detour only when it does.
        int at = index(tail);
        if (at + HEADER <= ring.length) {
            INT.set(ring, at, length << 1 | number(stream));
            LONG.set(ring, at + 4, micros);
        } else {
            byte[] header = new byte[HEADER];
            INT.set(header, 0, length << 1 | number(stream));
            LONG.set(header, 4, micros);
            copyIn(MemorySegment.ofArray(header), 0, tail, HEADER);
        }
        copyIn(bytes, from, tail + HEADER, length);
        tail += size;
        written[number(stream)] += length;
    }

    private void copyIn(MemorySegment bytes, int from, long position, int length) {
        int at = index(position);
        int first = Math.min(length, ring.length - at);
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, from, ring, at, first);
        if (first < length) {
            MemorySegment.copy(
                    bytes, ValueLayout.JAVA_BYTE, from + (long) first, ring, 0, length - first);
        }
    }

    /** False when there is no memory for so much, not even when all else is forgotten. */
    private boolean makeRoom(int size, long micros) {
        long wanted = wantedFrom();
        while (head < tail) {
            long total = tail - head + size;
            boolean held = waits && deliveries.length > 0;
            boolean stillWanted = wanted <= head && (held || total <= backlog);
            if (total <= keep || stillWanted) {
                break;
            }
            forgetOldest();
        }
        int needed = Math.toIntExact(tail - head + size);
        if (needed > ring.length) {
            if (!grow(Math.max(OutputLimits.LEAST, Integer.highestOneBit(needed - 1) << 1))) {
                return makeDo(size);
            }
            lastGrown = micros;
        }
        return true;
    }

    private boolean grow(int size) {
        int before = ring.length;
        if (!budget.resize(before, size, waits && deliveries.length > 0)) {
            return false;
        }
        try {
            resize(size);
        } catch (OutOfMemoryError none) {
            budget.resize(size, before, true);
            return false;
        }
        if (before == 0) {
            budget.join(this);
        }
        return true;
    }

    /** The newest wins here too: what came before is forgotten, and counted. */
    private boolean makeDo(int size) {
        while (head < tail && tail - head + size > ring.length) {
            forgetOldest();
        }
        return size <= ring.length;
    }

    private void forgetOldest() {
        int header = headerInt(head);
        forgotten[header & 1] += header >>> 1;
        head += HEADER + (header >>> 1);
    }

    /**
     * The position of the slowest delivery; the end when nobody listens. Where nothing shall be
     * missed, the first listener may come a little late.
     */
    private long wantedFrom() {
        long slowest = waits && !everListened ? head : tail;
        for (OutputDelivery delivery : deliveries) {
            slowest = Math.min(slowest, delivery.position);
        }
        return slowest;
    }

    private void resize(int size) {
        byte[] next = new byte[size];
        for (long position = head; position < tail; ) {
            int from = (int) (position & (ring.length - 1));
            int to = (int) (position & (size - 1));
            int length = (int) Math.min(tail - position, Math.min(ring.length - from, size - to));
            System.arraycopy(ring, from, next, to, length);
            position += length;
        }
        ring = next;
        this.size = size;
    }

    /** How many bytes of memory it takes; needs no lock. */
    int size() {
        return size;
    }

    /** Gives back what it has beyond this. What must not be missed stays. */
    synchronized void shrinkTo(int share) {
        long wanted = waits ? wantedFrom() : tail;
        while (tail - head > share && head < wanted) {
            forgetOldest();
        }
        if (ring.length > share && tail - head <= share) {
            shrink(share);
        }
    }

    private void shrink(int size) {
        int before = ring.length;
        resize(size);
        budget.resize(before, size, true);
    }

    private int index(long position) {
        return (int) (position & (ring.length - 1));
    }

    private int headerInt(long position) {
        int at = index(position);
        if (at + 4 <= ring.length) {
            return (int) INT.get(ring, at);
        }
        return (int) INT.get(copyOut(position, 4), 0);
    }

    private long headerMicros(long position) {
        int at = index(position + 4);
        if (at + 8 <= ring.length) {
            return (long) LONG.get(ring, at);
        }
        return (long) LONG.get(copyOut(position + 4, 8), 0);
    }

    private byte[] copyOut(long position, int length) {
        byte[] bytes = new byte[length];
        copyOut(position, bytes, 0, length);
        return bytes;
    }

    private void copyOut(long position, byte[] target, int to, int length) {
        int at = index(position);
        int first = Math.min(length, ring.length - at);
        System.arraycopy(ring, at, target, to, first);
        System.arraycopy(ring, 0, target, to + first, length - first);
    }

    /** True while a waiting writer may read another {@code length} bytes from the child. */
    public synchronized boolean hasRoom(int length, Runnable tellWhenThereIs) {
        int most = budget.scarce() ? Math.min(backlog, budget.share()) : backlog;
        if (!waits || deliveries.length == 0 || tail - wantedFrom() + HEADER + length <= most) {
            return true;
        }
        if (tail == wantedFrom()) {
            return true;
        }
        var more = new ArrayList<>(whenRoom);
        more.add(tellWhenThereIs);
        whenRoom = more;
        return false;
    }

    /** No more will be appended. */
    public void end() {
        synchronized (this) {
            ended = true;
        }
        announce();
    }

    synchronized void add(OutputDelivery delivery, boolean fromOldest) {
        forgetBeyondKeep();
        everListened = true;
        if (fromOldest) {
            delivery.position = head;
        } else {
            delivery.position = tail;
            delivery.seen[0] = written[0];
            delivery.seen[1] = written[1];
        }
        OutputDelivery[] more = Arrays.copyOf(deliveries, deliveries.length + 1);
        more[deliveries.length] = delivery;
        deliveries = more;
    }

    void remove(OutputDelivery delivery) {
        List<Runnable> room;
        synchronized (this) {
            deliveries =
                    Arrays.stream(deliveries)
                            .filter(other -> other != delivery)
                            .toArray(OutputDelivery[]::new);
            room = roomTold();
        }
        room.forEach(Runnable::run);
    }

    private List<Runnable> roomTold() {
        List<Runnable> room = whenRoom;
        if (room.isEmpty() || (deliveries.length > 0 && tail - wantedFrom() > backlog / 2)) {
            return List.of();
        }
        whenRoom = List.of();
        return room;
    }

    /** Gives a delivery what it has not seen, up to a limit; nothing when there is nothing. */
    void take(OutputDelivery delivery, Take take) {
        List<Runnable> room;
        synchronized (this) {
            takeLocked(delivery, TAKE_LIMIT, take);
            room = roomTold();
        }
        room.forEach(Runnable::run);
    }

    /** Everything kept, for a look at the past. */
    synchronized Take takeAll() {
        forgetBeyondKeep();
        var everything = new Cursor();
        everything.position = head;
        everything.seen[0] = forgotten[0];
        everything.seen[1] = forgotten[1];
        var take = new Take();
        takeLocked(everything, Integer.MAX_VALUE, take);
        return take;
    }

    private void takeLocked(Cursor cursor, int limit, Take take) {
        if (cursor.position < head) {
            cursor.position = head;
        }
        for (int i = 0; i < 2; i++) {
            take.missed[i] = Math.max(0, forgotten[i] - cursor.seen[i]);
            cursor.seen[i] += take.missed[i];
        }
        long end = cursor.position;
        int bytes = 0;
        int records = 0;
        while (end < tail && bytes < limit) {
            int length = headerInt(end) >>> 1;
            bytes += length;
            records++;
            end += HEADER + length;
        }
        take.allocate(records, bytes);
        int to = 0;
        for (int i = 0; i < records; i++) {
            int header = headerInt(cursor.position);
            int length = header >>> 1;
            take.record(i, header & 1, headerMicros(cursor.position), to, length);
            copyOut(cursor.position + HEADER, take.bytes, to, length);
            to += length;
            cursor.seen[header & 1] += length;
            cursor.position += HEADER + length;
        }
        take.ended = ended && cursor.position == tail;
        if (records == 0) {
            shrinkWhenIdle();
        }
    }

    /** Gives a burst's memory back once its readers have caught up and a while has passed. */
    private void shrinkWhenIdle() {
        int enough =
                Math.max(OutputLimits.LEAST, Integer.highestOneBit(Math.max(1, keep - 1)) << 1);
        if (ring.length <= enough
                || System.currentTimeMillis() * 1000 - lastGrown < SHRINK_AFTER_MICROS) {
            return;
        }
        forgetBeyondKeep();
        if (tail - head <= enough) {
            shrink(enough);
        }
    }

    private void forgetBeyondKeep() {
        long wanted = wantedFrom();
        while (tail - head > keep && head < wanted) {
            forgetOldest();
        }
    }

    public synchronized OutputCounts counts() {
        return new OutputCounts(written[0], written[1], forgotten[0] + forgotten[1]);
    }

    /**
     * Records copied out of the ring for one delivery. Its memory serves again: what flows through
     * it stays in the cache.
     */
    static final class Take {
        byte[] bytes = EMPTY;
        int size;
        int records;
        final long[] missed = new long[2];
        boolean ended;
        private int[] places = new int[0];
        private long[] micros = new long[0];

        private void allocate(int count, int length) {
            records = count;
            size = length;
            if (bytes.length < length) {
                bytes = new byte[length + length / 4];
            }
            if (micros.length < count) {
                places = new int[count * 4];
                micros = new long[count * 2];
            }
        }

        private void record(int i, int stream, long at, int offset, int length) {
            places[i * 2] = offset;
            places[i * 2 + 1] = length << 1 | stream;
            micros[i] = at;
        }

        int stream(int i) {
            return places[i * 2 + 1] & 1;
        }

        int offset(int i) {
            return places[i * 2];
        }

        int length(int i) {
            return places[i * 2 + 1] >>> 1;
        }

        long micros(int i) {
            return micros[i];
        }
    }
}
