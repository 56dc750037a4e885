package dev.foster.daemon.log;

/**
 * One line of a log.
 *
 * @param nanos its time since 1970, which no other line has
 * @param letter its stream, as in {@link LineCode}
 */
public record StoredLine(long nanos, char letter, String text) {}
