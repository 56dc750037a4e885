package dev.foster.plugin.runtime;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** A plugin's command could not be found or its environment not prepared. */
public final class RuntimeProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<String> lastLines;
    private final boolean lasting;

    RuntimeProblem(String message) {
        this(message, List.of());
    }

    RuntimeProblem(String message, List<String> lastLines) {
        super(lastLines.isEmpty() ? message : message + "\n  " + String.join("\n  ", lastLines));
        this.lastLines = List.copyOf(lastLines);
        this.lasting = false;
    }

    RuntimeProblem(String message, Throwable cause) {
        this(message, cause, false);
    }

    RuntimeProblem(String message, @Nullable Throwable cause, boolean lasting) {
        super(message, cause);
        this.lastLines = List.of();
        this.lasting = lasting;
    }

    /** Whether it stays so until somebody changes something. */
    public boolean lasting() {
        return lasting;
    }

    /** What the tool that failed said last; it also stands in the message. */
    public List<String> lastLines() {
        return lastLines;
    }
}
