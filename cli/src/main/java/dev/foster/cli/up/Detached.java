package dev.foster.cli.up;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.control.ProjectPaths;
import dev.foster.control.ProjectView;
import dev.foster.control.WebLink;

import java.util.List;
import java.util.OptionalInt;

/** The daemon in the background: this program waits until it answers, and ends. */
final class Detached {
    private final Invocation invocation;
    private final ProjectPaths paths;

    Detached(Invocation invocation, ProjectPaths paths) {
        this.invocation = invocation;
        this.paths = paths;
    }

    /**
     * @param web whether the project has a dashboard
     */
    int run(List<String> words, boolean web) {
        DaemonProcess started = DaemonProcess.start(invocation, paths, words, false);
        ProjectView project = started.awaitAnswer();
        invocation
                .err()
                .println(
                        "foster: "
                                + project.name()
                                + " is up in the background, process "
                                + project.pid());
        Offer.lines(started.client().mcp()).forEach(invocation.err()::println);
        if (web) {
            WebLink link = started.client().web(OptionalInt.empty(), false);
            invocation.err().println(Offer.line(link));
        }
        return ExitCodes.OK;
    }
}
