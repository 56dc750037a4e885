/** The daemon's API: its records on the wire, a client, and the HTTP both ends speak. */
module dev.foster.control {
    requires static org.jspecify;
    requires tools.jackson.core;
    requires jdk.net; // who stands at the other end of a unix socket

    exports dev.foster.control;
    exports dev.foster.control.http;
    exports dev.foster.control.json;
    exports dev.foster.control.thread;
}
