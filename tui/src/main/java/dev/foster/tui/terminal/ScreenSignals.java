package dev.foster.tui.terminal;

import java.util.LinkedHashMap;
import java.util.Map;

/** The signals a terminal's program gets: that its size changed, and that it may go on. */
@SuppressWarnings("sunapi") // Java has no other way to receive a signal
final class ScreenSignals implements AutoCloseable {
    private final Map<sun.misc.Signal, sun.misc.SignalHandler> before = new LinkedHashMap<>();

    ScreenSignals(Runnable resized, Runnable continued) {
        handle("WINCH", resized);
        handle("CONT", continued);
    }

    private void handle(String name, Runnable handler) {
        try {
            var signal = new sun.misc.Signal(name);
            before.put(signal, sun.misc.Signal.handle(signal, _ -> handler.run()));
        } catch (IllegalArgumentException taken) {
            // The system has none of that name, or the JVM keeps it: then nobody tells us.
        }
    }

    /** Whoever was told before is told again. */
    @Override
    public void close() {
        before.forEach(sun.misc.Signal::handle);
        before.clear();
    }
}
