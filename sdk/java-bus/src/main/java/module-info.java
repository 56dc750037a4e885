/** Writes a plugin in Java that talks on the bus, and runs it. */
module dev.foster.sdk.bus {
    requires static transitive org.jspecify;
    requires jdk.unsupported; // sun.misc.Signal: the only way to receive signals in Java
    requires transitive io.nats.jnats;

    exports dev.foster.sdk.bus;
    exports dev.foster.sdk.bus.credentials;

    uses dev.foster.sdk.bus.MessagePlugin;
}
