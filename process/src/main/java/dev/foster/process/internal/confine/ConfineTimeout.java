package dev.foster.process.internal.confine;

import dev.foster.process.ChildProblem;
import dev.foster.process.Quantities;

import java.time.Duration;

/**
 * How long the chain that leads to a confined child may take. A mount or a user directory that does
 * not answer would otherwise hold up the start for ever, and with it the closing of the engine.
 */
public final class ConfineTimeout {
    /** The system property that sets it, in milliseconds. */
    public static final String PROPERTY = "foster.launch.millis";

    private static final long USUAL_MILLIS = 30_000;

    private ConfineTimeout() {}

    private static long millis() {
        return Long.getLong(PROPERTY, USUAL_MILLIS);
    }

    public static long nanos() {
        return millis() * 1_000_000;
    }

    /** What is told once it is at an end. */
    public static ChildProblem exhausted(String program) {
        return new ChildProblem.CannotConfine(
                "start " + program,
                "its limits and isolation were not set up within "
                        + Quantities.of(Duration.ofMillis(millis())),
                "look at its mounts and users");
    }
}
