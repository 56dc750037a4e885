/** A host for plugins: those that serve gRPC, and those that talk on the bus. */
module dev.foster.plugin {
    requires static transitive org.jspecify;
    requires transitive dev.foster.process;
    requires transitive dev.foster.supervise;
    requires transitive dev.foster.plugin.protocol;
    requires transitive dev.foster.bus;
    requires transitive io.nats.jnats;
    requires dev.foster.sdk.bus; // credentials; and what runs message plugins in Java
    requires transitive dev.foster.document;
    requires transitive dev.foster.settings;
    requires tools.jackson.core;

    exports dev.foster.plugin;
    exports dev.foster.plugin.bundle;
    exports dev.foster.plugin.manifest;
    exports dev.foster.plugin.message;
    exports dev.foster.plugin.runtime;
    exports dev.foster.plugin.session;
}
