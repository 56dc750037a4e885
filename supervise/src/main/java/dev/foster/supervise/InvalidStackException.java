package dev.foster.supervise;

import dev.foster.supervise.spec.SpecProblem;

import java.util.List;
import java.util.stream.Collectors;

/** A stack that makes no sense: nothing of it has been started. */
public final class InvalidStackException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<SpecProblem> problems;

    InvalidStackException(List<SpecProblem> problems) {
        super(problems.stream().map(SpecProblem::message).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<SpecProblem> problems() {
        return problems;
    }
}
