package dev.foster.supervise;

/** A process was not replaced; the one that ran was left as it was. */
public final class ReplacementException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ReplacementException(String name, String why) {
        super("cannot replace " + name + ": " + why);
    }
}
