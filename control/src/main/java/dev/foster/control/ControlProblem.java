package dev.foster.control;

import java.util.List;

/** A request that was not done; its message is written for the person who has to act on it. */
public final class ControlProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ProblemView view;

    public ControlProblem(ProblemView view) {
        super(view.message());
        this.view = view;
    }

    public ControlProblem(ProblemCode code, String message) {
        this(new ProblemView(code.word(), message, List.of()));
    }

    public ControlProblem(ProblemCode code, String message, List<String> details) {
        this(new ProblemView(code.word(), message, details));
    }

    public ProblemView view() {
        return view;
    }

    public ProblemCode code() {
        return ProblemCode.of(view.code());
    }
}
