package dev.foster.cli;

import dev.foster.process.Signal;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** The signals that other processes, or the terminal, send to this program. */
public final class ReceivedSignals {
    private ReceivedSignals() {}

    /**
     * Ends this program, and the script that may have called it, by SIGINT. A command that has the
     * terminal gets Ctrl-C alone; without us, the shell and its script would have got it too, and
     * that is how they know when to end. An exit code would not tell them.
     */
    @SuppressWarnings("sunapi")
    public static void endByInterrupt() {
        sun.misc.Signal.handle(
                new sun.misc.Signal(Signal.INT.name()), sun.misc.SignalHandler.SIG_DFL);
        try {
            // To the whole process group, which Java itself cannot signal.
            new ProcessBuilder("/bin/sh", "-c", "kill -s INT 0").inheritIO().start().waitFor();
        } catch (IOException noShell) {
            // Then the exit code must do.
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on SIGHUP and SIGUSR2 do this, each on a thread of its own. */
    public static void handle(Runnable hangUp, Runnable userTwo) {
        handle(
                List.of(Signal.HUP, Signal.USR2),
                signal -> (signal.equals(Signal.HUP) ? hangUp : userTwo).run());
    }

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
