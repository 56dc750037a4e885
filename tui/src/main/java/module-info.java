/** The terminal UI. */
module dev.foster.tui {
    requires static org.jspecify;
    requires jdk.unsupported; // signals
    requires transitive dev.foster.control;
    requires dev.foster.document;

    exports dev.foster.tui;
}
