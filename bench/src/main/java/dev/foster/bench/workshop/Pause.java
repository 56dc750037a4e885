package dev.foster.bench.workshop;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** How the benchmark waits: always with a limit. */
public final class Pause {
    /** Rare enough to cost nothing: the times themselves come from the children. */
    private static final Duration STEP = Duration.ofMillis(10);

    private Pause() {}

    /** Waits until something holds; false when the time is over first. */
    public static boolean until(Duration limit, BooleanSupplier condition) throws TrialFailed {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            of(STEP);
        }
        return true;
    }

    public static void of(Duration time) throws TrialFailed {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new TrialFailed("it was interrupted");
        }
    }
}
