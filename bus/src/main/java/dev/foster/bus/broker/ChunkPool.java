package dev.foster.bus.broker;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Buffers that wait for their next use: an idle connection holds none, a busy one takes no new ones
 * from the heap.
 */
final class ChunkPool {
    static final int CHUNK = 64 * 1024;
    private static final int MOST_KEPT = 64;
    private static final int SHARE_KEPT = 8;

    private final ArrayDeque<byte[]> free = new ArrayDeque<>();
    private final long budget;
    private final long scarceAt;
    private final long spentAt;
    private final int kept;
    private final AtomicLong lent = new AtomicLong();

    ChunkPool(long budget) {
        this.budget = budget;
        this.scarceAt = budget - budget / 4;
        this.spentAt = budget + budget / 2;
        this.kept = (int) Math.min(MOST_KEPT, budget / SHARE_KEPT / CHUNK);
    }

    /** Whether more is in use than all clients together may have waiting. */
    boolean exhausted() {
        return lent.get() > budget;
    }

    /** Whether that is near. */
    boolean scarce() {
        return lent.get() > scarceAt;
    }

    /** Whether so much is in use that not even a little more may gather anywhere. */
    boolean spent() {
        return lent.get() > spentAt;
    }

    /** Counts what somebody else holds; less than 0 when it is let go. */
    void count(int bytes) {
        lent.addAndGet(bytes);
    }

    synchronized byte[] take() {
        lent.addAndGet(CHUNK);
        byte[] chunk = free.pollLast();
        return chunk != null ? chunk : new byte[CHUNK];
    }

    synchronized void giveBack(byte[] chunk) {
        lent.addAndGet(-CHUNK);
        if (free.size() < kept) {
            free.addLast(chunk);
        }
    }
}
