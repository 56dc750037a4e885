package dev.foster.stdio.child;

import dev.foster.process.Exit;

import java.util.List;
import java.util.Optional;

/** A child cannot be asked or told anything any more. */
public final class ChildGone extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Optional<Exit> exit;
    private final transient List<String> lastLog;

    private ChildGone(String message, Optional<Exit> exit, List<String> lastLog) {
        super(message);
        this.exit = exit;
        this.lastLog = lastLog;
    }

    static ChildGone ended(String command, Exit exit, List<String> lastLog) {
        String words = lastLog.isEmpty() ? "" : "; its last words: " + lastLog.getLast();
        return new ChildGone(
                "cannot talk to " + command + ": it has ended with " + exit.describe() + words,
                Optional.of(exit),
                lastLog);
    }

    static ChildGone stopped(String command, List<String> lastLog) {
        return new ChildGone(
                "cannot talk to " + command + ": it is being stopped; start another",
                Optional.empty(),
                lastLog);
    }

    static ChildGone deaf(String command, List<String> lastLog) {
        return new ChildGone(
                "cannot talk to " + command + ": it has closed its input; start another",
                Optional.empty(),
                lastLog);
    }

    static ChildGone mute(String command, List<String> lastLog) {
        return new ChildGone(
                "cannot talk to " + command + ": it has closed its output; start another",
                Optional.empty(),
                lastLog);
    }

    /** How it ended; empty when it is being stopped, or lives on but has closed its pipes. */
    public Optional<Exit> exit() {
        return exit;
    }

    /** The last lines it wrote to standard error, oldest first. */
    public List<String> lastLog() {
        return lastLog;
    }
}
