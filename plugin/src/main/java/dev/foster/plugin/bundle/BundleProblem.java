package dev.foster.plugin.bundle;

/** A bundle cannot be installed or taken back; the message says why and what to do. */
public final class BundleProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    BundleProblem(String message) {
        super(message);
    }

    BundleProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
