package dev.foster.process;

/**
 * How much a child has said.
 *
 * @param stdoutBytes read from its standard output
 * @param stderrBytes read from its standard error
 * @param forgottenBytes no longer kept, because newer output took the place
 */
public record OutputCounts(long stdoutBytes, long stderrBytes, long forgottenBytes) {}
