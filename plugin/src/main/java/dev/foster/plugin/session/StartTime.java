package dev.foster.plugin.session;

import dev.foster.process.Quantities;

import java.time.Duration;
import java.time.Instant;

/**
 * The time a plugin has from its start until it serves. What the host needs for itself meanwhile is
 * not the plugin's.
 */
final class StartTime {
    private static final Duration ONE_QUESTION = Duration.ofMillis(100);

    private final Duration limit;
    private long end;

    /**
     * It runs already.
     *
     * @param started when its process began
     */
    StartTime(Duration limit, Instant started) {
        this.limit = limit;
        Duration gone = Duration.between(started, Instant.now());
        // The clock of the computer may have been set meanwhile.
        long spent = Math.clamp(gone.toNanos(), 0, limit.toNanos());
        this.end = System.nanoTime() + limit.toNanos() - spent;
    }

    /** Whether there is not even enough left to ask once more. */
    boolean isOver() {
        return left().compareTo(ONE_QUESTION) < 0;
    }

    /** What was waited for, when it is over. */
    String story() {
        return "it did not serve within the " + Quantities.of(limit) + " it has from its start; ";
    }

    Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** The host was busy with itself since then, by the monotonic clock. */
    void withoutSince(long nanoTime) {
        end += System.nanoTime() - nanoTime;
    }
}
