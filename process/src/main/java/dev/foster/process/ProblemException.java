package dev.foster.process;

/**
 * A {@link Problem}, thrown. Its message is the problem's, written for the person who has to act on
 * it.
 */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.message());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
