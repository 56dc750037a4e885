package dev.foster.process;

/** What a child's standard input is. */
public enum Stdin {
    /** A pipe that {@link Child#stdin()} writes to. */
    PIPE,
    /** Empty from the start. */
    NULL,
    /** This JVM's own standard input. */
    INHERIT
}
