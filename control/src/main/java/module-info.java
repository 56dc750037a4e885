/** The daemon's API as a front end sees it: its records on the wire, and a client. */
module dev.foster.control {
    requires static org.jspecify;
    requires transitive dev.foster.http;
    requires transitive dev.foster.json;

    exports dev.foster.control;
}
