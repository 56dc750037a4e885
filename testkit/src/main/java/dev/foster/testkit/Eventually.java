package dev.foster.testkit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for something that cannot announce itself, such as an entry of the process table. */
public final class Eventually {
    private static final long STEP_NANOS = 1_000_000;

    private Eventually() {}

    /**
     * Waits until the condition holds.
     *
     * @param limit how long at most
     * @param what the condition in words, for the failure
     * @throws AssertionError when the time is over
     */
    public static void until(Duration limit, String what, BooleanSupplier condition) {
        if (!within(limit, condition)) {
            throw new AssertionError("not within " + limit.toMillis() + " ms: " + what);
        }
    }

    /**
     * Waits until something is as wanted.
     *
     * @return the very thing that was as wanted; by now it may be another
     * @throws AssertionError when the time is over
     */
    public static <T> T get(
            Duration limit, String what, Supplier<T> look, Predicate<? super T> wanted) {
        var seen = new AtomicReference<Optional<T>>(Optional.empty());
        boolean inTime =
                within(
                        limit,
                        () -> {
                            seen.set(Optional.of(look.get()));
                            return seen.get().filter(wanted).isPresent();
                        });
        T last = seen.get().orElseThrow();
        if (!inTime) {
            throw new AssertionError(
                    "not within " + limit.toMillis() + " ms: " + what + "; it is " + last);
        }
        return last;
    }

    /** Waits until the condition holds, and tells whether it came to hold in time. */
    public static boolean within(Duration limit, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > limit.toNanos()) {
                // A busy machine may have kept us from looking for most of the time.
                return condition.getAsBoolean();
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while waiting");
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        return true;
    }
}
