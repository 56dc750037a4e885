package dev.foster.sdk.bus;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * SIGTERM and SIGINT mean stop, in order; a second one means at once.
 *
 * <p>The virtual machine's own answer would be to run its shutdown hooks and end with 143, which a
 * supervisor takes for a crash.
 */
final class StopSignals {
    private StopSignals() {}

    @SuppressWarnings("sunapi") // Java has no other way to receive a signal
    static void install(Runnable stop) {
        var received = new AtomicInteger();
        for (String name : new String[] {"TERM", "INT"}) {
            try {
                sun.misc.Signal.handle(
                        new sun.misc.Signal(name),
                        signal -> {
                            if (received.incrementAndGet() == 1) {
                                stop.run();
                            } else {
                                RunnerNotices.say(
                                        "cannot end in order: a second signal came; wait longer"
                                                + " before the next");
                                Runtime.getRuntime().halt(128 + signal.getNumber());
                            }
                        });
            } catch (IllegalArgumentException taken) {
                // This JVM was started with -Xrs: its author has other plans for the signal.
            }
        }
    }
}
