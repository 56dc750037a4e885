/** The foster program. */
module dev.foster.cli {
    requires static org.jspecify;
    requires dev.foster.bus;
    requires dev.foster.control;
    requires dev.foster.daemon;
    requires dev.foster.document;
    requires dev.foster.plugin;
    requires dev.foster.process;
    requires dev.foster.sdk.bus;
    requires dev.foster.stdio;
    requires dev.foster.supervise;
    requires dev.foster.thread;
    requires dev.foster.tui;
    requires io.nats.jnats;
    requires java.net.http;
    requires jdk.unsupported; // sun.misc.Signal: the only way to receive signals in Java
}
