package dev.foster.stdio.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Time that passes when the test says so. */
final class ManualClock implements LongSupplier, InstantSource {
    private final AtomicLong nanos = new AtomicLong(1);

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos.get());
    }
}
