package dev.foster.daemon;

import dev.foster.control.ProjectPaths;
import dev.foster.daemon.config.ProjectFiles;
import dev.foster.process.EngineOptions;

import java.util.Map;
import java.util.OptionalInt;

/**
 * How a daemon is started.
 *
 * @param paths where its socket, journal and logs are
 * @param files what it brings up
 * @param environment for variables in the files
 * @param version the program's
 * @param port a port of this machine to open as well; 0 for any
 * @param engine which process engine to use
 */
public record DaemonOptions(
        ProjectPaths paths,
        ProjectFiles files,
        Map<String, String> environment,
        String version,
        OptionalInt port,
        EngineOptions.Kind engine) {
    public DaemonOptions {
        environment = Map.copyOf(environment);
    }
}
