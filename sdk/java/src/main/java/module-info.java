/** Writes a plugin in Java for any host that speaks the go-plugin protocol. */
module dev.foster.sdk {
    requires static transitive org.jspecify;
    requires jdk.unsupported; // sun.misc.Signal: the only way to ignore signals in Java
    requires transitive dev.foster.plugin.protocol;
    requires tools.jackson.core;

    exports dev.foster.sdk;
}
