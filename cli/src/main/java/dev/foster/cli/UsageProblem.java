package dev.foster.cli;

/**
 * The command line cannot be understood. Its message says what to do; the program ends with {@link
 * ExitCodes#USAGE}.
 */
public final class UsageProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageProblem(String message) {
        super(message);
    }
}
