package dev.foster.cli.up;

import dev.foster.cli.Caller;
import dev.foster.cli.ExitCodes;
import dev.foster.control.ProjectPaths;
import dev.foster.control.ProjectView;

import java.util.List;

/** The daemon in the background: this program waits until it answers, and ends. */
final class Detached {
    private final Caller caller;
    private final ProjectPaths paths;

    Detached(Caller caller, ProjectPaths paths) {
        this.caller = caller;
        this.paths = paths;
    }

    int run(List<String> words) {
        ProjectView project = DaemonProcess.start(caller, paths, words, false).awaitAnswer();
        caller.err()
                .println(
                        "foster: "
                                + project.name()
                                + " is up in the background, process "
                                + project.pid());
        return ExitCodes.OK;
    }
}
