package dev.foster.bus.broker;

/**
 * Who came in, and what it may do there.
 *
 * @param user the one it is here; empty where nobody has a name
 */
record ClientIdentity(String user, Permissions permissions) {
    /** Anybody, where everybody may come in. */
    static final ClientIdentity ANYBODY = new ClientIdentity("", Permissions.ALL);
}
