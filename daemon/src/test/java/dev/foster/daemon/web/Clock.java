package dev.foster.daemon.web;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that passes when a test says so. */
final class Clock implements InstantSource {
    private Instant now = Instant.parse("2026-01-31T12:00:00Z");
    private long nanos;

    void pass(Duration time) {
        now = now.plus(time);
        nanos += time.toNanos();
    }

    /** Somebody sets the time of day, by this much. */
    void set(Duration forward) {
        now = now.plus(forward);
    }

    long nanos() {
        return nanos;
    }

    @Override
    public Instant instant() {
        return now;
    }
}
