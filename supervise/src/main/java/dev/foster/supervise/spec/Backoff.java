package dev.foster.supervise.spec;

import java.time.Duration;
import java.util.List;

/** How long to wait before a restart, by how many failures came in a row. */
public sealed interface Backoff {

    /**
     * Grows with each failure up to a limit.
     *
     * @param initial the wait after the first failure
     * @param factor by which it grows; 1 keeps it the same
     * @param max the longest wait, jitter included
     * @param jitter the share by which a wait may be longer or shorter at random, 0 to 1
     */
    record Growing(Duration initial, double factor, Duration max, double jitter)
            implements Backoff {
        public Growing {
            if (initial.isNegative() || max.compareTo(initial) < 0) {
                throw new IllegalArgumentException(
                        "cannot back off from "
                                + initial
                                + " to "
                                + max
                                + ": the longest wait must not be shorter than the first; raise"
                                + " max");
            }
            if (!(factor >= 1) || factor > 1000) {
                throw new IllegalArgumentException(
                        "cannot back off by factor "
                                + factor
                                + ": the wait must not shrink or explode; give 1 to 1000");
            }
            if (!(jitter >= 0) || jitter > 1) {
                throw new IllegalArgumentException(
                        "cannot back off with jitter "
                                + jitter
                                + ": it is a share of the wait; give 0 to 1");
            }
        }
    }

    /** These waits one after the other; the last one from then on. */
    record Steps(List<Duration> waits) implements Backoff {
        public Steps {
            waits = List.copyOf(waits);
            if (waits.isEmpty() || waits.stream().anyMatch(Duration::isNegative)) {
                throw new IllegalArgumentException(
                        "cannot back off in steps of "
                                + waits
                                + ": there is none, or a negative one; give at least one, and none"
                                + " below zero");
            }
        }
    }

    /** 1 s, doubled up to 60 s, a quarter more or less. */
    static Backoff defaults() {
        return new Growing(Duration.ofSeconds(1), 2, Duration.ofSeconds(60), 0.25);
    }

    /** No wait at all. */
    static Backoff none() {
        return new Steps(List.of(Duration.ZERO));
    }

    /**
     * The wait before the next start.
     *
     * @param failures how many there were in a row, from 1
     * @param chance a random number from 0 to 1, for the jitter
     */
    default Duration wait(int failures, double chance) {
        return switch (this) {
            case Steps(List<Duration> waits) -> waits.get(Math.min(failures, waits.size()) - 1);
            case Growing(Duration initial, double factor, Duration max, double jitter) -> {
                double grown = initial.toNanos() * Math.pow(factor, failures - 1.0);
                double capped = Math.min(grown, (double) max.toNanos());
                double spread = capped * (1 + jitter * (2 * chance - 1));
                yield Duration.ofNanos((long) Math.min(spread, (double) max.toNanos()));
            }
        };
    }
}
