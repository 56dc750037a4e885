package dev.foster.bus.broker;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Buffers that wait for their next use: an idle connection holds none, a busy one takes no new ones
 * from the heap.
 */
final class ChunkPool {
    static final int CHUNK = 64 * 1024;
    private static final int KEPT = 64;

    private final ArrayDeque<byte[]> free = new ArrayDeque<>();
    private final long budget;
    private final long scarceAt;
    private final AtomicLong lent = new AtomicLong();

    ChunkPool(long budget) {
        this.budget = budget;
        this.scarceAt = budget - budget / 4;
    }

    /** Whether more is in use than all clients together may have waiting. */
    boolean exhausted() {
        return lent.get() > budget;
    }

    /** Whether that is near. */
    boolean scarce() {
        return lent.get() > scarceAt;
    }

    synchronized byte[] take() {
        lent.addAndGet(CHUNK);
        byte[] chunk = free.pollLast();
        return chunk != null ? chunk : new byte[CHUNK];
    }

    synchronized void giveBack(byte[] chunk) {
        lent.addAndGet(-CHUNK);
        if (free.size() < KEPT) {
            free.addLast(chunk);
        }
    }
}
