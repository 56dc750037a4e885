package dev.foster.cli.up;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.ReceivedSignals;
import dev.foster.control.ProjectPaths;
import dev.foster.control.ProjectView;
import dev.foster.process.Child;
import dev.foster.process.Exit;
import dev.foster.process.Signal;
import dev.foster.tui.ScreenExit;
import dev.foster.tui.Tui;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The screen of a daemon that this program starts as another: neither can take the other's terminal
 * or processes with it. First the handlers, then the daemon, then the screen.
 */
final class OnScreen {
    private final Invocation invocation;
    private final ProjectPaths paths;
    private @Nullable DaemonProcess daemon;
    private @Nullable Tui screen;
    private boolean asked;
    private int passedOn;

    OnScreen(Invocation invocation, ProjectPaths paths) {
        this.invocation = invocation;
        this.paths = paths;
    }

    int run(List<String> words) {
        ReceivedSignals.handle(List.of(Signal.INT, Signal.TERM, Signal.HUP), this::received);
        DaemonProcess started = DaemonProcess.start(invocation, paths, words, true);
        begun(started);
        ProjectView project;
        try {
            project = started.awaitAnswer();
        } catch (RuntimeException failure) {
            if (wasAsked()) {
                return ended(started);
            }
            throw failure;
        }
        return show(started, project);
    }

    private int show(DaemonProcess started, ProjectView project) {
        Child child = started.child();
        var tui =
                new Tui(
                        started.client(),
                        new Tui.Role(
                                true,
                                Optional.empty(),
                                () -> child.signal(Signal.INT),
                                invocation.environment()));
        passOn(started);
        shown(tui);
        var _ = child.exit().thenRun(tui::daemonEnded);
        ScreenExit ending;
        try {
            ending = tui.run();
        } catch (RuntimeException | Error fault) {
            // The screen is our fault; what it showed is not, and goes on.
            fault.printStackTrace(invocation.err());
            goesOn(started, project);
            return ExitCodes.FAILURE;
        }
        if (ending == ScreenExit.LEFT) {
            goesOn(started, project);
            return ExitCodes.OK;
        }
        return ended(started);
    }

    private void goesOn(DaemonProcess started, ProjectView project) {
        Lifeline.release(started.child().stdin());
        passOn(started);
        invocation
                .err()
                .println(
                        "foster: "
                                + project.name()
                                + " goes on in the background, process "
                                + project.pid()
                                + "; foster attach shows it, foster down ends it");
    }

    /**
     * Prints what the daemon itself said since the last time, such as where its API is: before the
     * screen opens as far as it is there, the rest behind it.
     */
    private void passOn(DaemonProcess started) {
        List<String> said = started.lastWords().lines().toList();
        said.stream().skip(passedOn).forEach(invocation.err()::println);
        passedOn = said.size();
    }

    /** Waits for the daemon's end, and passes on what it said and its code. */
    private int ended(DaemonProcess started) {
        Child child = started.child();
        try {
            child.stdin().close();
        } catch (IOException gone) {
            // Then it has ended, or will at the end of this program.
        }
        Exit exit = child.exit().join();
        passOn(started);
        if (exit.ending() instanceof Exit.Ending.Killed(Signal signal, boolean _)) {
            // It had no time to say so itself.
            invocation
                    .err()
                    .println(
                            "cannot go on: the foster that ran the project was killed by SIG"
                                    + signal.name()
                                    + ", and what it ran with it; start it with foster up");
        }
        return exit.shellCode();
    }

    // ---- signals, which come on threads of their own ----

    private synchronized void begun(DaemonProcess started) {
        daemon = started;
        if (asked) {
            started.child().signal(Signal.INT);
        }
    }

    private synchronized void shown(Tui tui) {
        screen = tui;
        if (asked) {
            tui.hangUp();
        }
    }

    private synchronized boolean wasAsked() {
        return asked;
    }

    private synchronized void received(Signal signal) {
        if (screen != null && !asked) {
            // It is left first, and gives the terminal back; then the daemon's end is awaited.
            screen.hangUp();
        } else if (daemon != null) {
            // The second time it hurries.
            daemon.child().signal(Signal.INT);
        }
        asked = true;
    }
}
