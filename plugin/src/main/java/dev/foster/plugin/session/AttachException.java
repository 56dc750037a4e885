package dev.foster.plugin.session;

/** A plugin that runs already could not be attached to. Its message is for people. */
public final class AttachException extends Exception {
    private static final long serialVersionUID = 1;

    AttachException(String message) {
        super(message);
    }
}
