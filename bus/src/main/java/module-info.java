/** The message bus: a NATS broker inside the process. */
module dev.foster.bus {
    requires jdk.httpserver;
    requires static org.jspecify;

    exports dev.foster.bus.broker;
    exports dev.foster.bus.config;
    exports dev.foster.bus.monitor;
}
