package dev.foster.process.internal.portable;

import dev.foster.process.ChildProblem;
import dev.foster.process.ProblemException;
import dev.foster.process.Signal;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;

/**
 * Sends signals without system calls: two the JDK can send, the others through the kill program.
 */
final class Signals {
    private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

    private Signals() {}

    static boolean send(ProcessHandle to, Signal signal) {
        if (signal.equals(Signal.KILL)) {
            return to.destroyForcibly();
        }
        if (signal.equals(Signal.TERM)) {
            return to.destroy();
        }
        if (WINDOWS) {
            throw new ProblemException(
                    new ChildProblem.Unsupported(
                            "send " + signal,
                            "Windows knows only termination; use SIGTERM or SIGKILL"));
        }
        return kill(to.pid(), signal);
    }

    private static boolean kill(long pid, Signal signal) {
        try {
            Process kill =
                    new ProcessBuilder("kill", "-s", signal.name(), Long.toString(pid))
                            .redirectOutput(Redirect.DISCARD)
                            .redirectError(Redirect.DISCARD)
                            .start();
            return kill.waitFor(2, TimeUnit.SECONDS) && kill.exitValue() == 0;
        } catch (IOException missing) {
            throw new ProblemException(
                    new ChildProblem.Unsupported(
                            "send " + signal,
                            "the kill program cannot be started (" + missing.getMessage() + ")"));
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
