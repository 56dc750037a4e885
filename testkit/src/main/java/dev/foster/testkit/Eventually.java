package dev.foster.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something that cannot announce itself, such as an entry of the process table. */
public final class Eventually {
    private static final long STEP_NANOS = 1_000_000;

    private Eventually() {}

    /**
     * Waits until the condition holds.
     *
     * @param limit how long at most
     * @param what the condition in words, for the failure
     * @return how long it took, to the next millisecond or so
     * @throws AssertionError when the time is over
     */
    public static Duration until(Duration limit, String what, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > limit.toNanos()) {
                throw new AssertionError("not within " + limit.toMillis() + " ms: " + what);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while waiting until " + what);
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
