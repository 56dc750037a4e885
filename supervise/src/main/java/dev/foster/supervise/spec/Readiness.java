package dev.foster.supervise.spec;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * When a process counts as ready.
 *
 * @param probe what shows it; when absent it is ready once started
 * @param period the time between two attempts of a probe that asks
 * @param timeout how long one attempt may take
 * @param within how long it may take in all before the start counts as failed
 */
public record Readiness(Optional<Probe> probe, Duration period, Duration timeout, Duration within) {

    public Readiness {
        Objects.requireNonNull(probe);
        Objects.requireNonNull(period);
        Objects.requireNonNull(timeout);
        Objects.requireNonNull(within);
        if (!period.isPositive() || !timeout.isPositive() || !within.isPositive()) {
            throw new IllegalArgumentException(
                    "cannot ask for readiness every "
                            + period
                            + ", each time for "
                            + timeout
                            + ", within "
                            + within
                            + ": no time at all is too short; give more");
        }
    }

    public static Readiness onceStarted() {
        return new Readiness(
                Optional.empty(),
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                Duration.ofSeconds(90));
    }

    /** Asked twice a second, each attempt 2 s, all of it 90 s. */
    public static Readiness by(Probe probe) {
        Readiness none = onceStarted();
        return new Readiness(Optional.of(probe), none.period, none.timeout, none.within);
    }

    public Readiness period(Duration wanted) {
        return new Readiness(probe, wanted, timeout, within);
    }

    public Readiness timeout(Duration wanted) {
        return new Readiness(probe, period, wanted, within);
    }

    public Readiness within(Duration wanted) {
        return new Readiness(probe, period, timeout, wanted);
    }
}
