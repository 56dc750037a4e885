package dev.foster.bus.config;

import java.io.Serial;

/** A configuration file that cannot be used; the message says where, why and what to do. */
public final class ConfigProblem extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    ConfigProblem(String message) {
        super(message);
    }

    ConfigProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
