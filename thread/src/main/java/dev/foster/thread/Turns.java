package dev.foster.thread;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Turns of threads that have to last: whatever is thrown in one, an {@link Error} too, is written
 * down, and the thread goes on with the next. A thread that ended instead would be missed by
 * nobody, and what it does would never be done again.
 */
public final class Turns {
    private static final System.Logger LOG = System.getLogger("dev.foster.thread");
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();
    private static final Map<String, Long> TOLD = new ConcurrentHashMap<>();

    private Turns() {}

    /**
     * Takes one turn; false when it failed. A thread that would take the next at once rests first,
     * or a fault that stays would have it fail as fast as it can.
     *
     * @param what the thread does, one of few texts
     */
    public static boolean take(String what, Runnable turn) {
        try {
            turn.run();
            return true;
        } catch (Throwable fault) {
            tell(what, fault);
            return false;
        }
    }

    /** Now and then: what fails in each turn fails often. */
    private static void tell(String what, Throwable fault) {
        try {
            long now = System.nanoTime();
            Long last = TOLD.get(what);
            if (last == null || now - last > QUIET_NANOS) {
                TOLD.put(what, now);
                LOG.log(Level.WARNING, "cannot " + what + " this time: a fault inside", fault);
            }
        } catch (Throwable alsoThat) {
            // Out of memory, perhaps; the next turn may have some.
        }
    }
}
