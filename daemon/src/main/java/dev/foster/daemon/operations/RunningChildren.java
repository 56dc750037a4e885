package dev.foster.daemon.operations;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;
import dev.foster.process.Child;
import dev.foster.process.Signal;
import dev.foster.process.Stdin;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;

import java.io.IOException;
import java.util.Map;

/** What is done to a process itself while it runs. */
final class RunningChildren {
    private final Supervisor supervisor;
    private final Journal journal;

    RunningChildren(Supervisor supervisor, Journal journal) {
        this.supervisor = supervisor;
        this.journal = journal;
    }

    /** Sends a signal, by a name or a number as a person writes it, and writes that down. */
    void signal(ProcessStatus state, String signal, String who) {
        String name = state.name();
        Signal wanted =
                Signal.parse(signal)
                        .orElseThrow(
                                () ->
                                        new ControlProblem(
                                                ProblemCode.BAD_REQUEST,
                                                "cannot send signal \""
                                                        + signal
                                                        + "\": there is none of that name; see"
                                                        + " kill -l"));
        if (!child(state, "send " + wanted + " to").signal(wanted)) {
            throw notRunning("send " + wanted + " to", name);
        }
        journal.add(
                JournalEntry.of(DaemonEvent.SIGNAL_SENT, wanted + " sent")
                        .about(name, state.run())
                        .by(who)
                        .with(Map.of("signal", wanted.name())));
    }

    /** Writes to its standard input, and closes that at the end if wanted. */
    void input(ProcessStatus state, byte[] text, boolean end) {
        String name = state.name();
        Child child = child(state, "write to");
        if (child.spec().stdin() != Stdin.PIPE) {
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot write to "
                            + name
                            + ": its standard input is no pipe; write stdin: pipe in the file, then"
                            + " foster reload");
        }
        try {
            child.stdin().write(text);
            child.stdin().flush();
            if (end) {
                child.stdin().close();
            }
        } catch (IOException | IllegalStateException failure) {
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot write to "
                            + name
                            + ": "
                            + failure.getMessage()
                            + "; look at it with foster why "
                            + name);
        }
    }

    private Child child(ProcessStatus state, String verb) {
        String name = state.name();
        if (state.word() == Word.STUCK || state.pid().isEmpty()) {
            throw notRunning(verb, name);
        }
        return supervisor.child(name).orElseThrow(() -> notRunning(verb, name));
    }

    private static ControlProblem notRunning(String verb, String name) {
        return new ControlProblem(
                ProblemCode.CONFLICT,
                "cannot " + verb + " " + name + ": it is not running; see foster why " + name);
    }
}
