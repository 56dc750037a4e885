package dev.foster.process;

/** The bounds a child lives in: what it may use, and what it is kept from. */
public record Confinement(ResourceLimits limits, Isolation isolation) {
    private static final Confinement NONE =
            new Confinement(ResourceLimits.none(), Isolation.none());

    public static Confinement none() {
        return NONE;
    }

    public boolean isNone() {
        return limits.isNone() && isolation.isNone();
    }
}
