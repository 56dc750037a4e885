package dev.foster.supervise.simulation;

import dev.foster.supervise.loop.Time;

import java.time.Instant;
import java.util.random.RandomGenerator;

/** A clock that stands still until it is moved. */
final class SimulatedTime implements Time {
    private final RandomGenerator random;
    private long nanos = 1_000_000_000_000L;

    SimulatedTime(RandomGenerator random) {
        this.random = random;
    }

    void moveTo(long instant) {
        nanos = Math.max(nanos, instant);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Instant wall() {
        return Instant.ofEpochSecond(0, nanos);
    }

    @Override
    public double chance() {
        return random.nextDouble();
    }
}
