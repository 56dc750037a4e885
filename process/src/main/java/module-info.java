/** Child processes: spawned, watched, stopped and reaped, with every byte they say. JDK only. */
module dev.foster.process {
    requires static org.jspecify;

    exports dev.foster.process;
}
