package dev.foster.plugin.protocol;

import java.io.Serial;

/** Carries a {@link ProtocolProblem} to whoever asked for what did not work. */
public final class ProtocolException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    private final transient ProtocolProblem problem;

    public ProtocolException(ProtocolProblem problem) {
        super(problem.message());
        this.problem = problem;
    }

    public ProtocolException(ProtocolProblem problem, Throwable cause) {
        super(problem.message(), cause);
        this.problem = problem;
    }

    public ProtocolProblem problem() {
        return problem;
    }
}
