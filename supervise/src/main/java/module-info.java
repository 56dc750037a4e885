/** Supervision of child processes: restarts, readiness, dependencies and groups. JDK only. */
module dev.foster.supervise {
    requires static org.jspecify;
    requires transitive dev.foster.process;
    requires transitive dev.foster.thread; // how the threads of a supervisor are

    exports dev.foster.supervise;
    exports dev.foster.supervise.line;
    exports dev.foster.supervise.report;
    exports dev.foster.supervise.restart;
    exports dev.foster.supervise.spec;
    exports dev.foster.supervise.usage;
}
