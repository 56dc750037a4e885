package dev.foster.supervise.spec;

import dev.foster.process.Confinement;
import dev.foster.process.ResourceLimits;

import java.util.Objects;

/**
 * What happens to a process that uses more than it may.
 *
 * @param checks how often in a row it must be found so; it is looked at every half second
 * @param then what is done then
 */
public record LimitRule(int checks, Then then) {
    private static final LimitRule DEFAULTS = new LimitRule(2, Then.KILL);

    /** What is done with a process that uses too much. */
    public enum Then {
        /** It is killed at once, which counts as a failure. */
        KILL,
        /** It is stopped by its stop plan, which counts as a failure. */
        STOP,
        /** It goes on, and people are told. */
        REPORT;

        /** The word as it stands in files and on the wire. */
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public LimitRule {
        Objects.requireNonNull(then);
        if (checks < 1) {
            throw new IllegalArgumentException(
                    "cannot judge a limit by "
                            + checks
                            + " checks: it would never be kept; give 1 or more");
        }
    }

    /** What the kernel holds a process to: one that is only reported, to nothing. */
    public Confinement enforced(Confinement wished) {
        if (then != Then.REPORT) {
            return wished;
        }
        ResourceLimits limits = wished.limits();
        ResourceLimits none = ResourceLimits.none();
        // To be slowed down is a wish of its own, and no end.
        ResourceLimits kept =
                limits.throttle() && limits.cpuPercent().isPresent()
                        ? none.cpuPercent(limits.cpuPercent().getAsDouble()).throttle(true)
                        : none;
        return new Confinement(kept, wished.isolation());
    }

    /** Killed at the second check. */
    public static LimitRule defaults() {
        return DEFAULTS;
    }
}
