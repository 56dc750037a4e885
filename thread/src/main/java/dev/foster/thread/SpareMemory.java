package dev.foster.thread;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Gives memory back to the system that a flood has left behind. The collector shrinks the heap when
 * it collects all of it, and does so when the heap is full: after a flood that is never. So when
 * the program has become quiet and its heap is large, it is collected from here, as seldom as the
 * time that takes allows.
 *
 * <p>It also says when memory runs out for good, before the collector does nothing but look for
 * more.
 */
public final class SpareMemory implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(10);

    /** A heap of this size is no burden. */
    private static final long SMALL = 40L << 20;

    /** One of this size is looked at again though it has not grown. */
    private static final long LARGE = 128L << 20;

    /** So much more than nothing may be done in a quiet period, as a part of the heap. */
    private static final int QUIET_PART = 16;

    private static final int MOST_ROUNDS = 4;
    private static final long COST = 1000;
    private static final long LEAST_PAUSE_NANOS = Duration.ofSeconds(20).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(60).toNanos();
    private static final int SHORT_LOOKS = 3;

    /** The memory of a program, which a test replaces. */
    interface Heap {
        /** What the program has from the system. */
        long committed();

        /** What of that is not free; some of it is garbage. */
        long used();

        /** What the program may have. */
        long most();

        void collect();
    }

    private final Heap heap;
    private final Consumer<String> alarm;
    private final Thread thread;
    private long usedBefore;
    private long settled;
    private long nextNanos;
    private int shortLooks;
    private volatile boolean closed;

    SpareMemory(Heap heap, Consumer<String> alarm) {
        this.heap = heap;
        this.alarm = alarm;
        this.thread = Thread.ofPlatform().daemon().name("foster-memory").unstarted(this::watch);
    }

    /**
     * Looks after the memory of this program from now on.
     *
     * @param alarm is told, with a reason, that it should end: it cannot go on with so little
     */
    public static SpareMemory watch(Consumer<String> alarm) {
        var memory = new SpareMemory(new OwnHeap(), alarm);
        memory.thread.start();
        return memory;
    }

    private void watch() {
        while (!closed) {
            LockSupport.parkNanos(this, PERIOD.toNanos());
            if (!closed) {
                var _ = Turns.take("look after the memory", () -> look(System.nanoTime()));
            }
        }
    }

    /** Takes a look; what it decides depends on the one before. */
    void look(long now) {
        long used = heap.used();
        if (used > heap.most() - heap.most() / 10) {
            lookIntoShortage();
        } else {
            shortLooks = 0;
            giveBack(now, used);
        }
        usedBefore = heap.used();
    }

    private void giveBack(long now, long used) {
        long committed = heap.committed();
        long taken = used - usedBefore;
        boolean quiet = taken >= 0 && taken < committed / QUIET_PART;
        boolean grown = committed > Math.max(SMALL, settled + settled / 4) || committed > LARGE;
        if (!grown || !quiet || now - nextNanos < 0) {
            return;
        }
        long begun = System.nanoTime();
        // One part of the heap shrinks after the other.
        for (int round = 0; round < MOST_ROUNDS; round++) {
            long before = heap.committed();
            heap.collect();
            if (heap.committed() > before - before / QUIET_PART) {
                break;
            }
        }
        settled = heap.committed();
        long took = System.nanoTime() - begun;
        nextNanos = now + Math.clamp(COST * took, LEAST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    }

    private void lookIntoShortage() {
        heap.collect();
        long most = heap.most();
        if (heap.used() <= most - most / 20) {
            shortLooks = 0;
        } else if (++shortLooks == SHORT_LOOKS) {
            alarm.accept(
                    "its memory is used up: of "
                            + (most >> 20)
                            + " MiB of Java heap nearly all is in use and stays so; give it more,"
                            + " with JDK_JAVA_OPTIONS=-Xmx"
                            + (most >> 19)
                            + "m");
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(PERIOD);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class OwnHeap implements Heap {
        private final Runtime runtime = Runtime.getRuntime();

        @Override
        public long committed() {
            return runtime.totalMemory();
        }

        @Override
        public long used() {
            return runtime.totalMemory() - runtime.freeMemory();
        }

        @Override
        public long most() {
            return runtime.maxMemory();
        }

        @Override
        public void collect() {
            runtime.gc();
        }
    }
}
