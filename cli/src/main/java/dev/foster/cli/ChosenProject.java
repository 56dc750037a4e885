package dev.foster.cli;

import dev.foster.control.ControlClient;
import dev.foster.control.ProjectFolder;
import dev.foster.control.ProjectPaths;

import java.nio.file.Files;
import java.nio.file.Path;

/** The project a verb is about. */
public final class ChosenProject {
    private ChosenProject() {}

    /** By {@code -C}, or the current directory; searched upwards from there. */
    public static ProjectPaths paths(Invocation invocation, Arguments arguments) {
        Path from = invocation.directory().resolve(arguments.value("-C").orElse(""));
        if (!Files.isDirectory(from)) {
            throw new UsageProblem(
                    "cannot look into "
                            + from
                            + ": it is not a folder; name the project's folder with -C");
        }
        return ProjectFolder.find(from, invocation.environment());
    }

    /** Asks that project's daemon, in the name of a verb. */
    public static ControlClient client(Invocation invocation, Arguments arguments, String verb) {
        return new ControlClient(paths(invocation, arguments), "foster " + verb);
    }
}
