package dev.foster.process;

/** Where a child's standard output and standard error go. */
public enum OutputMode {
    /** Each through its own pipe; merged, they stand in the order of their arrival here. */
    APART,
    /**
     * Both through one pipe, in exactly the order the child wrote; all of it counts as standard
     * output.
     */
    MERGED,
    /** To this JVM's own standard output and standard error, unread. */
    INHERIT,
    /** Nowhere. */
    DISCARD
}
