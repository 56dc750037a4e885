package dev.foster.supervise.spec;

import java.time.Duration;
import java.util.Objects;

/**
 * How the health of a process is watched, from the moment it is ready.
 *
 * @param probe what is asked; with {@link Probe.Notify} the process must send WATCHDOG=1 at least
 *     once in each period
 * @param period the time between two attempts
 * @param timeout how long one attempt may take
 * @param failures how many in a row make it unhealthy, so that it is restarted
 */
public record Liveness(Probe probe, Duration period, Duration timeout, int failures) {

    public Liveness {
        Objects.requireNonNull(probe);
        Objects.requireNonNull(period);
        Objects.requireNonNull(timeout);
        if (!period.isPositive() || !timeout.isPositive()) {
            throw new IllegalArgumentException(
                    "cannot watch liveness every "
                            + period
                            + ", each time for "
                            + timeout
                            + ": no time at all is too short; give more");
        }
        if (failures < 1) {
            throw new IllegalArgumentException(
                    "cannot watch liveness with "
                            + failures
                            + " failures: it would never be well; give 1 or more");
        }
        if (probe instanceof Probe.LogLine || probe instanceof Probe.Descriptor) {
            throw new IllegalArgumentException(
                    "cannot watch liveness by a log line or a descriptor: they speak once; use tcp,"
                            + " http, exec, grpc or notify");
        }
    }

    /** Every 10 s, each attempt 2 s, 3 failures. */
    public static Liveness by(Probe probe) {
        return new Liveness(probe, Duration.ofSeconds(10), Duration.ofSeconds(2), 3);
    }

    public Liveness period(Duration wanted) {
        return new Liveness(probe, wanted, timeout, failures);
    }

    public Liveness timeout(Duration wanted) {
        return new Liveness(probe, period, wanted, failures);
    }

    public Liveness failures(int wanted) {
        return new Liveness(probe, period, timeout, wanted);
    }
}
