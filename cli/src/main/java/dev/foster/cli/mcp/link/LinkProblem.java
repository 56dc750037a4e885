package dev.foster.cli.mcp.link;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;

/** Makes the problems that a person has with the way to a server. */
final class LinkProblem {
    private LinkProblem() {}

    static ControlProblem nobody(String place) {
        return new ControlProblem(
                ProblemCode.NOT_RUNNING,
                "cannot reach "
                        + place
                        + ": nobody listens there; start foster mcp serve or foster up there");
    }

    static ControlProblem refused(String place, int status) {
        return new ControlProblem(
                ProblemCode.UNAUTHORIZED,
                "cannot use "
                        + place
                        + ": it answers with status "
                        + status
                        + "; give its token with --token-file");
    }
}
