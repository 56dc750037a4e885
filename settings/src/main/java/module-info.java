/** How supervision is written down, in whatever document: restarts, stops, limits, isolation. */
module dev.foster.settings {
    requires static org.jspecify;
    requires transitive dev.foster.document;
    requires transitive dev.foster.supervise;

    exports dev.foster.settings;
}
