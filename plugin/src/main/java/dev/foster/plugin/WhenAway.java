package dev.foster.plugin;

/** What a call to a plugin does while it is being restarted. */
public enum WhenAway {
    /** It fails at once, as UNAVAILABLE. */
    FAIL,
    /** It waits until the plugin is back or its own deadline passes. */
    WAIT
}
