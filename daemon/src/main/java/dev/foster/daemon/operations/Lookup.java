package dev.foster.daemon.operations;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.report.ProcessStatus;

import java.util.List;

/** Finds the processes that people name, as they are now. */
final class Lookup {
    private final Supervisor supervisor;

    Lookup(Supervisor supervisor) {
        this.supervisor = supervisor;
    }

    ProcessStatus one(String name) {
        return supervisor.state(name).orElseThrow(() -> unknown(name));
    }

    private ControlProblem unknown(String name) {
        try {
            several(List.of(name));
        } catch (ControlProblem problem) {
            return problem;
        }
        return new ControlProblem(
                ProblemCode.BAD_REQUEST,
                "cannot use \"" + name + "\" here: it means several; name one process");
    }

    List<String> several(List<String> patterns) {
        return new Selection(supervisor.stack()).select(patterns);
    }

    /**
     * The same among others, too.
     *
     * @param others the names of what is no process
     */
    List<String> several(List<String> patterns, List<String> others) {
        return new Selection(supervisor.stack(), others).select(patterns);
    }
}
