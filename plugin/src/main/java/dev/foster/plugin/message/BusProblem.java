package dev.foster.plugin.message;

/** The bus cannot be used. Its message is shown to people. */
public sealed class BusProblem extends RuntimeException permits BusAway {
    private static final long serialVersionUID = 1;

    public BusProblem(String message) {
        super(message);
    }

    public BusProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
