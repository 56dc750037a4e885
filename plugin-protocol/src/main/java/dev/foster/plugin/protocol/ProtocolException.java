package dev.foster.plugin.protocol;

import java.io.Serial;

/** Carries a {@link Problem} to whoever asked for what did not work. */
public final class ProtocolException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ProtocolException(Problem problem) {
        super(problem.message());
        this.problem = problem;
    }

    public ProtocolException(Problem problem, Throwable cause) {
        super(problem.message(), cause);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
