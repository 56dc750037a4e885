package dev.foster.plugin.session;

import dev.foster.plugin.protocol.tls.Security;

/** How the connections between the host and a plugin are encrypted. */
public sealed interface Encryption {

    /** Not at all: whoever may open the socket may speak. */
    enum None implements Encryption {
        /** A plugin that says it listens on another computer is refused. */
        NONE,
        /** Also to other computers, where everybody on the way may read and write. */
        ANYWHERE;

        Security security() {
            return this == ANYWHERE ? Security.plainAnywhere() : Security.plain();
        }
    }

    /** Both sides make a certificate for each run and accept no other (AutoMTLS). */
    enum Auto implements Encryption {
        AUTO
    }

    /**
     * By settings of the application's own, which the plugin must know of.
     *
     * @param security both directions: the host is the client of the plugin and the server of what
     *     it offers through the broker
     */
    record Manual(Security.Tls security) implements Encryption {}
}
