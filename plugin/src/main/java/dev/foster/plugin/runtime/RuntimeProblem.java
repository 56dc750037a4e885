package dev.foster.plugin.runtime;

import java.util.List;

/** A plugin's command could not be found or its environment not prepared. */
public final class RuntimeProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<String> lastLines;

    RuntimeProblem(String message) {
        this(message, List.of());
    }

    RuntimeProblem(String message, List<String> lastLines) {
        super(lastLines.isEmpty() ? message : message + "\n  " + String.join("\n  ", lastLines));
        this.lastLines = List.copyOf(lastLines);
    }

    RuntimeProblem(String message, Throwable cause) {
        super(message, cause);
        this.lastLines = List.of();
    }

    /** What the tool that failed said last; it also stands in the message. */
    public List<String> lastLines() {
        return lastLines;
    }
}
