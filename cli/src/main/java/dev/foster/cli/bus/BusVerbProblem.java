package dev.foster.cli.bus;

import java.io.Serial;

/** The bus did not do what was asked; with the exit code that tells. */
final class BusVerbProblem extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final int code;

    BusVerbProblem(int code, String message) {
        super(message);
        this.code = code;
    }

    int code() {
        return code;
    }
}
