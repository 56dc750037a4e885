/** The daemon: one project, brought up from its file and explained through its API. */
module dev.foster.daemon {
    requires static org.jspecify;
    requires transitive dev.foster.supervise;
    requires transitive dev.foster.control;
    requires transitive dev.foster.document;
    requires transitive dev.foster.plugin;
    requires dev.foster.bus;
    requires dev.foster.settings;
    requires transitive dev.foster.stdio;
    requires dev.foster.thread;
    requires dev.foster.web; // the dashboard's files
    requires io.nats.jnats;
    requires java.net.http;
    requires java.management;
    requires jdk.management; // how many descriptors the daemon has open

    exports dev.foster.daemon;
    exports dev.foster.daemon.config;
}
