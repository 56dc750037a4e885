package dev.foster.plugin;

/**
 * What a call to a plugin does while it is being started or restarted. Where nobody will bring it
 * back, because it was deactivated or gave up, every call fails at once.
 */
public enum WhenAway {
    /** It fails at once, as UNAVAILABLE. */
    FAIL,
    /**
     * It waits until the plugin is back or its own deadline passes, also when the plugin ends just
     * before the call leaves this program. One that has left ends with its run.
     */
    WAIT
}
