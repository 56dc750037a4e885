package dev.foster.supervise.loop;

import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/** Where time and chance come from; tests command both. */
public interface Time {

    /** Of a clock that only goes forward; deadlines are counted on it. */
    long nanos();

    /** The time of day, for people. */
    Instant wall();

    /** A random number from 0 to 1. */
    double chance();

    static Time system() {
        return new Time() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public Instant wall() {
                return Instant.now();
            }

            @Override
            public double chance() {
                return ThreadLocalRandom.current().nextDouble();
            }
        };
    }
}
