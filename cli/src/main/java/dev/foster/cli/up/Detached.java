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
        DaemonProcess started = DaemonProcess.start(caller, paths, words, false);
        ProjectView project = started.awaitAnswer();
        caller.err()
                .println(
                        "foster: "
                                + project.name()
                                + " is up in the background, process "
                                + project.pid());
        Offer.lines(started.client().mcp()).forEach(caller.err()::println);
        return ExitCodes.OK;
    }
}
