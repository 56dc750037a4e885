package dev.foster.process;

/** One of the two streams a process speaks on. */
public enum ChildStream {
    STDOUT,
    STDERR
}
