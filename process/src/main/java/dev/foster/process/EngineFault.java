package dev.foster.process;

/**
 * Something inside an engine that failed though it never should, and did not end anything else: the
 * engine goes on.
 *
 * @param where what was being done, as it stands after <em>while</em>
 * @param cause what was thrown, an {@link Error} included
 */
public record EngineFault(String where, Throwable cause) {}
