package dev.foster.process.internal;

import dev.foster.process.EngineFault;

import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Where an engine tells what failed inside it. A fault in the service of one child must not end the
 * service of the others, whatever was thrown: memory that ran out once may be there again. Faults
 * that come in masses are counted, not all told.
 */
public final class EngineFaults {
    private static final System.Logger LOG = System.getLogger("dev.foster.process");
    private static final long PAUSE_NANOS = 1_000_000_000;

    private final Consumer<EngineFault> listener;
    private final Executor executor;
    private final AtomicLong toldAt = new AtomicLong(System.nanoTime() - PAUSE_NANOS);
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong untold = new AtomicLong();

    public EngineFaults(Consumer<EngineFault> listener, Executor executor) {
        this.listener = listener;
        this.executor = executor;
    }

    /** Runs something; false when it threw, which is told. */
    public boolean survives(String where, Runnable task) {
        try {
            task.run();
            return true;
        } catch (Throwable thrown) {
            tell(where, thrown);
            return false;
        }
    }

    /** Never throws, even when there is no memory left to tell with. */
    public void tell(String where, Throwable cause) {
        count.incrementAndGet();
        try {
            long last = toldAt.get();
            long now = System.nanoTime();
            if (now - last < PAUSE_NANOS || !toldAt.compareAndSet(last, now)) {
                untold.incrementAndGet();
                return;
            }
            long more = untold.getAndSet(0);
            LOG.log(
                    Level.ERROR,
                    "a fault inside the engine while "
                            + where
                            + (more == 0 ? "" : ", after " + more + " that were not told")
                            + "; the children are served on",
                    cause);
            executor.execute(() -> listener.accept(new EngineFault(where, cause)));
        } catch (Throwable unspeakable) {
            // The fault is counted; nothing more can be done about it.
            untold.incrementAndGet();
        }
    }

    /** How many there have been. */
    public long count() {
        return count.get();
    }
}
