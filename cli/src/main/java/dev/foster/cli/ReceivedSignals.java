package dev.foster.cli;

import dev.foster.process.Signal;

import java.util.List;
import java.util.function.Consumer;

/** The signals that other processes, or the terminal, send to this program. */
public final class ReceivedSignals {
    private ReceivedSignals() {}

    /**
     * From now on these come to the handler, each on a thread of its own, instead of ending the
     * program.
     */
    @SuppressWarnings("sunapi") // Java has no other way to receive a signal
    public static void handle(List<Signal> signals, Consumer<Signal> handler) {
        for (Signal signal : signals) {
            try {
                sun.misc.Signal.handle(
                        new sun.misc.Signal(signal.name()), _ -> handler.accept(signal));
            } catch (IllegalArgumentException taken) {
                // This JVM keeps the signal for itself, or the system has none of that name: it has
                // its usual effect.
            }
        }
    }
}
