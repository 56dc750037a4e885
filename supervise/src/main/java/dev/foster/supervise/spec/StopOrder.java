package dev.foster.supervise.spec;

/** In which order the members of a {@link Strategy#ONE_FOR_ONE} group stop. */
public enum StopOrder {
    /**
     * The last first, each when those after it are gone; what depends on others still goes first.
     */
    REVERSE,
    /** All at once, but for what depends on others. */
    TOGETHER
}
