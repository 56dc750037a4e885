package dev.foster.plugin.session;

import dev.foster.plugin.protocol.handshake.HandshakeProblem;

/** A plugin did not introduce itself as it should. */
final class HandshakeException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient HandshakeProblem problem;

    HandshakeException(HandshakeProblem problem) {
        super(problem.message());
        this.problem = problem;
    }

    HandshakeProblem problem() {
        return problem;
    }
}
