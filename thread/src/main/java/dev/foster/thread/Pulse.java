package dev.foster.thread;

/**
 * How a thread is that has to last, as one look can tell.
 *
 * @param alive whether it is there
 * @param busyNanos how long its present turn has lasted; zero while it waits for the next
 */
public record Pulse(boolean alive, long busyNanos) {}
