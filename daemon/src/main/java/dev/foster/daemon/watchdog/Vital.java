package dev.foster.daemon.watchdog;

import dev.foster.thread.Pulse;

import java.util.function.Supplier;

/**
 * A thread without which the daemon is none.
 *
 * @param name what it is for, as people call it
 * @param pulse how it is; asked by the watchdog's thread, so it never waits
 * @param fatal whether the daemon ends when it is stuck. Not so where a disk that hangs may be all
 *     there is to it. One that is gone always ends the daemon
 */
public record Vital(String name, boolean fatal, Supplier<Pulse> pulse) {}
