package dev.foster.sdk;

import java.util.concurrent.atomic.AtomicLong;

/** Ctrl-C at the terminal goes to the host and to all its plugins; it is for the host to act on. */
final class Interrupts {
    private Interrupts() {}

    /** From now on SIGINT is counted and otherwise without effect. */
    @SuppressWarnings("sunapi") // Java has no other way to receive a signal
    static void ignore(Log log) {
        var count = new AtomicLong();
        try {
            sun.misc.Signal.handle(
                    new sun.misc.Signal("INT"),
                    _ ->
                            log.trace(
                                    "interrupt ignored: the host decides",
                                    "count",
                                    count.incrementAndGet()));
        } catch (IllegalArgumentException taken) {
            // This JVM was started with -Xrs: its author has other plans for the signal.
        }
    }
}
