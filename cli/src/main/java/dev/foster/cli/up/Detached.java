package dev.foster.cli.up;

import dev.foster.cli.Caller;
import dev.foster.cli.ExitCodes;
import dev.foster.control.ProjectPaths;
import dev.foster.control.ProjectView;
import dev.foster.control.WebLink;

import java.util.List;
import java.util.OptionalInt;

/** The daemon in the background: this program waits until it answers, and ends. */
final class Detached {
    private final Caller caller;
    private final ProjectPaths paths;

    Detached(Caller caller, ProjectPaths paths) {
        this.caller = caller;
        this.paths = paths;
    }

    /**
     * @param web whether the project has a dashboard
     */
    int run(List<String> words, boolean web) {
        DaemonProcess started = DaemonProcess.start(caller, paths, words, false);
        ProjectView project = started.awaitAnswer();
        caller.err()
                .println(
                        "foster: "
                                + project.name()
                                + " is up in the background, process "
                                + project.pid());
        Offer.lines(started.client().mcp()).forEach(caller.err()::println);
        if (web) {
            WebLink link = started.client().web(OptionalInt.empty(), false);
            caller.err().println(Offer.line(link));
        }
        return ExitCodes.OK;
    }
}
