package dev.foster.process.internal.linux;

import dev.foster.process.ChildProblem;
import dev.foster.process.EnginePulse;
import dev.foster.process.ProblemException;
import dev.foster.process.internal.Callbacks;
import dev.foster.process.internal.EngineFaults;
import dev.foster.process.internal.Loop;
import dev.foster.process.internal.LoopTurns;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The one thread of the Linux engine: it waits on epoll for every pipe and every exit, keeps the
 * timers, and runs what other threads post to it. Descriptors may be added from any thread; they
 * are served and removed on this one.
 *
 * <p>Nothing that is thrown ends it: it would take the service of all children down, and nobody
 * could stop them. What was thrown is told, and the rest is served on.
 */
final class Reactor implements Loop {

    /** Something that watches a descriptor. */
    interface Ready {
        /** It happened, on the reactor's thread. */
        void ready(int events);

        /** Tells the slot that {@link #remove} wants, before anything can happen. */
        default void watched(int slot) {}
    }

    private static final int EVENTS = 256;

    /** What fails is tried again, as an event stays until it is served: not without a pause. */
    private static final long FAULT_PAUSE_NANOS = 5_000_000;

    private final Arena arena = Arena.ofShared();
    private final SystemCalls system = new SystemCalls(arena);
    private final MemorySegment events = arena.allocate((long) EVENTS * SystemCalls.EVENT_SIZE, 8);
    private final MemorySegment timespec = arena.allocate(16, 8);
    private final MemorySegment eightBytes = arena.allocate(8, 8);
    private final int epoll;
    private final int wakeFd;
    private final SystemCalls wakeCalls = new SystemCalls(arena);
    private final MemorySegment one = arena.allocate(8, 8);
    private final EngineFaults faults;
    private final Callbacks callbacks;
    private final LoopTurns turns = new LoopTurns();
    private final Thread thread = new Thread(this::run, "foster-reactor");
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Object wakeLock = new Object();
    private final AtomicBoolean awake = new AtomicBoolean();
    private final PriorityQueue<Task> timers = new PriorityQueue<>();
    private final List<Runnable> afterTurn = new ArrayList<>();
    private final HotPipes hot = new HotPipes();
    private final RestingPipes resting = new RestingPipes();
    private boolean preciseWait = true;
    private volatile boolean ended;
    private boolean ending;

    // A slot is found by the number the kernel hands back; its generation tells late events of a
    // removed descriptor
    // from those of the next one in the same slot.
    private final Object slotLock = new Object();
    private volatile @Nullable Ready[] slots = new Ready[64];
    private int[] generations = new int[64];
    private int[] free = new int[64];
    private int freeCount;
    private int slotsUsed;

    Reactor(EngineFaults faults, Callbacks callbacks) {
        this.faults = faults;
        this.callbacks = callbacks;
        one.set(SystemCalls.LONG, 0, 1);
        epoll = system.epollCreate();
        wakeFd = system.eventfd();
        if (epoll < 0 || wakeFd < 0) {
            int errno = system.errno();
            closeQuietly(epoll);
            closeQuietly(wakeFd);
            arena.close();
            throw new ProblemException(
                    new ChildProblem.TooManyFiles(
                            "the engine", "epoll or eventfd failed with error " + errno));
        }
        thread.setDaemon(true);
    }

    void start() {
        add(wakeFd, SystemCalls.EPOLLIN, events -> system.read(wakeFd, eightBytes, 8), system);
        thread.start();
    }

    @Override
    public EngineFaults faults() {
        return faults;
    }

    EnginePulse pulse() {
        return turns.pulse(thread.isAlive());
    }

    /** The system calls of the reactor's own thread. */
    SystemCalls calls() {
        return system;
    }

    HotPipes hot() {
        return hot;
    }

    RestingPipes resting() {
        return resting;
    }

    boolean inside() {
        return Thread.currentThread().equals(thread);
    }

    @Override
    public boolean execute(Runnable task) {
        tasks.add(task);
        if (ended) {
            return !tasks.remove(task);
        }
        if (!inside() && awake.compareAndSet(false, true)) {
            wake();
        }
        return true;
    }

    /** Runs something on the reactor's thread and waits for it, wherever the caller is. */
    void await(Runnable task) {
        if (inside()) {
            task.run();
            return;
        }
        var done = new CompletableFuture<Void>();
        boolean accepted =
                execute(
                        () -> {
                            try {
                                task.run();
                            } finally {
                                done.complete(null);
                            }
                        });
        if (accepted) {
            done.join();
        }
    }

    private void wake() {
        // Under the lock, so that it never writes to a descriptor of the same number that somebody
        // else got since.
        synchronized (wakeLock) {
            if (!ended) {
                // Fails only when the counter is full, and then the reactor is awake anyway.
                wakeCalls.write(wakeFd, one, 8);
            }
        }
    }

    @Override
    public Timer at(long nanoTime, Runnable task) {
        var timer = new Task(nanoTime, task);
        timers.add(timer);
        return timer;
    }

    /**
     * Runs something once at the end of this turn, when all events that came together have been
     * served.
     */
    void afterTurn(Runnable task) {
        afterTurn.add(task);
    }

    /**
     * Watches a descriptor, from any thread.
     *
     * @return false when the kernel refused; the caller's errno tells why
     */
    boolean add(int fd, int wanted, Ready ready, SystemCalls caller) {
        int slot;
        long data;
        synchronized (slotLock) {
            slot = freeCount > 0 ? free[--freeCount] : slotsUsed++;
            if (slot == slots.length) {
                slots = Arrays.copyOf(slots, slot * 2);
                generations = Arrays.copyOf(generations, slot * 2);
                free = Arrays.copyOf(free, slot * 2);
            }
            slots[slot] = ready;
            ready.watched(slot);
            data = (long) generations[slot] << 32 | slot;
        }
        int answer = control(SystemCalls.EPOLL_CTL_ADD, fd, wanted, data, caller);
        if (answer < 0) {
            release(slot);
            return false;
        }
        return true;
    }

    /**
     * Stops watching. The descriptor must still be open: a copy in a child being born would keep it
     * in epoll.
     */
    void remove(int fd, int slot) {
        system.epollCtl(epoll, SystemCalls.EPOLL_CTL_DEL, fd, MemorySegment.NULL);
        release(slot);
    }

    private int control(int operation, int fd, int wanted, long data, SystemCalls caller) {
        try (Arena own = Arena.ofConfined()) {
            MemorySegment event = own.allocate(16, 8);
            event.set(SystemCalls.INT, 0, wanted);
            event.set(SystemCalls.LONG, SystemCalls.EVENT_DATA, data);
            return caller.epollCtl(epoll, operation, fd, event);
        }
    }

    private void release(int slot) {
        synchronized (slotLock) {
            slots[slot] = null;
            generations[slot]++;
            free[freeCount++] = slot;
        }
    }

    private void run() {
        while (!ending) {
            long before = faults.count();
            faults.survives("it turned", this::turn);
            if (faults.count() != before) {
                LockSupport.parkNanos(FAULT_PAUSE_NANOS);
            }
        }
        synchronized (wakeLock) {
            ended = true;
        }
        runTasks();
        system.close(wakeFd);
        system.close(epoll);
    }

    private void turn() {
        turns.begin();
        callbacks.retry();
        runTasks();
        fireTimers();
        hot.sweep(faults);
        resting.sweep(faults);
        runAfterTurn();
        if (ending) {
            return;
        }
        turns.end();
        int count = await();
        turns.begin();
        awake.set(true);
        try {
            for (int i = 0; i < count; i++) {
                long at = (long) i * SystemCalls.EVENT_SIZE;
                serve(
                        events.get(SystemCalls.LONG, at + SystemCalls.EVENT_DATA),
                        events.get(SystemCalls.INT, at));
            }
        } finally {
            awake.set(false);
        }
    }

    private void serve(long data, int happened) {
        int slot = (int) data;
        Ready ready;
        synchronized (slotLock) {
            ready = generations[slot] == (int) (data >>> 32) ? slots[slot] : null;
        }
        if (ready != null) {
            faults.survives("it served what a descriptor told", () -> ready.ready(happened));
        }
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            faults.survives("it did what it was asked for", task);
        }
    }

    private void fireTimers() {
        if (timers.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        for (Task next = timers.peek(); next != null && next.due - now <= 0; next = timers.peek()) {
            timers.remove();
            if (!next.cancelled) {
                faults.survives("it did what was due", next.task);
            }
        }
    }

    private void runAfterTurn() {
        while (!afterTurn.isEmpty()) {
            List<Runnable> now = List.copyOf(afterTurn);
            afterTurn.clear();
            now.forEach(task -> faults.survives("it ended a turn", task));
        }
    }

    private int await() {
        long wait = nextWaitNanos();
        if (!tasks.isEmpty()) {
            wait = 0;
        }
        int count = preciseWait ? preciseWait(wait) : coarseWait(wait);
        return Math.max(0, count);
    }

    private int preciseWait(long nanos) {
        MemorySegment limit = MemorySegment.NULL;
        if (nanos >= 0) {
            timespec.set(SystemCalls.LONG, 0, nanos / 1_000_000_000L);
            timespec.set(SystemCalls.LONG, 8, nanos % 1_000_000_000L);
            limit = timespec;
        }
        int count = system.epollWait(epoll, events, EVENTS, limit);
        if (count < 0 && system.errno() != SystemCalls.EINTR) {
            preciseWait = false;
            return coarseWait(nanos);
        }
        return count;
    }

    private int coarseWait(long nanos) {
        int millis =
                nanos < 0 ? -1 : (int) Math.min(Integer.MAX_VALUE, (nanos + 999_999) / 1_000_000);
        return system.epollWait(epoll, events, EVENTS, millis);
    }

    /** Nanoseconds until something is due without an event; −1 when nothing is. */
    private long nextWaitNanos() {
        while (!timers.isEmpty() && timers.peek().cancelled) {
            timers.remove();
        }
        Task next = timers.peek();
        long wait = next == null ? -1 : Math.max(0, next.due - System.nanoTime());
        return sooner(wait, sooner(hot.waitNanos(), resting.waitNanos()));
    }

    private static long sooner(long one, long other) {
        return one < 0 ? other : other < 0 ? one : Math.min(one, other);
    }

    /** Ends the thread and waits for it. Nothing may be watched any more. */
    void end() {
        execute(() -> ending = true);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        arena.close();
    }

    private void closeQuietly(int fd) {
        if (fd >= 0) {
            system.close(fd);
        }
    }

    private static final class Task implements Timer, Comparable<Task> {
        private final long due;
        private final Runnable task;
        private boolean cancelled;

        Task(long due, Runnable task) {
            this.due = due;
            this.task = task;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Task other) {
            return Long.compare(due - other.due, 0);
        }
    }
}
