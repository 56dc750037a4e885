package dev.foster.daemon.web;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Counts wrong tokens, of everybody together: behind a proxy all come from one address. Whoever is
 * kept out by another's guessing still has the way by a link.
 */
final class Attempts {
    static final int MOST = 10;
    static final Duration WITHIN = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final Deque<Instant> wrong = new ArrayDeque<>();

    Attempts(InstantSource clock) {
        this.clock = clock;
    }

    /** How long to wait until another token is looked at; empty for not at all. */
    synchronized Optional<Duration> pause() {
        Instant now = clock.instant();
        while (!wrong.isEmpty() && !now.isBefore(wrong.getFirst().plus(WITHIN))) {
            wrong.removeFirst();
        }
        return wrong.size() < MOST
                ? Optional.empty()
                : Optional.of(Duration.between(now, wrong.getFirst().plus(WITHIN)));
    }

    synchronized void wasWrong() {
        wrong.addLast(clock.instant());
    }
}
