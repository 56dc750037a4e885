package dev.foster.sdk.bus;

/** A request was not answered: nobody listens, or not in time. */
public final class NoAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
