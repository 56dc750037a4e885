package dev.foster.plugin;

/** A plugin could not be had. Its message is for people. */
public final class PluginException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PluginException(String message) {
        super(message);
    }
}
