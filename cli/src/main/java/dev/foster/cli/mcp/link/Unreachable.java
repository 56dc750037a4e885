package dev.foster.cli.mcp.link;

import java.io.IOException;

/** Nobody listens where a broker should. */
public final class Unreachable extends IOException {
    private static final long serialVersionUID = 1L;

    Unreachable(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
