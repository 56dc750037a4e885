package dev.foster.process;

/**
 * A {@link ChildProblem}, thrown. Its message is the problem's, written for the person who has to
 * act on it.
 */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ChildProblem problem;

    public ProblemException(ChildProblem problem) {
        super(problem.message());
        this.problem = problem;
    }

    public ChildProblem problem() {
        return problem;
    }
}
