package dev.foster.stdio.child;

import java.time.Duration;
import java.util.Objects;

/**
 * Bounds on what goes on between us and a child.
 *
 * @param messageBytes how long one message may be, in either direction
 * @param inFlight how many requests may wait for their answers at once
 * @param ceiling how long a request may take in all, however often it is extended
 * @param queuedBytes how much may wait for a child that does not read; one message always may
 */
public record RpcLimits(int messageBytes, int inFlight, Duration ceiling, int queuedBytes) {

    public RpcLimits {
        Objects.requireNonNull(ceiling);
        atLeastOne("messageBytes", messageBytes);
        atLeastOne("inFlight", inFlight);
        atLeastOne("queuedBytes", queuedBytes);
        if (!ceiling.isPositive()) {
            throw new IllegalArgumentException(
                    "cannot limit a child: the ceiling is not positive; give some time");
        }
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "cannot limit a child: " + name + " is " + value + "; give 1 or more");
        }
    }

    /** Messages of 16 MiB, 1,000 in flight, 10 minutes, 4 MiB queued. */
    public static RpcLimits defaults() {
        return new RpcLimits(16 << 20, 1000, Duration.ofMinutes(10), 4 << 20);
    }

    public RpcLimits messageBytes(int wanted) {
        return new RpcLimits(wanted, inFlight, ceiling, queuedBytes);
    }

    public RpcLimits inFlight(int wanted) {
        return new RpcLimits(messageBytes, wanted, ceiling, queuedBytes);
    }

    public RpcLimits ceiling(Duration wanted) {
        return new RpcLimits(messageBytes, inFlight, wanted, queuedBytes);
    }

    public RpcLimits queuedBytes(int wanted) {
        return new RpcLimits(messageBytes, inFlight, ceiling, wanted);
    }
}
