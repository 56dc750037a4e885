package dev.foster.http;

import java.io.IOException;

/** A message that breaks the rules of HTTP, or a limit; the connection cannot be used further. */
final class HttpProblem extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String why;

    HttpProblem(int status, String message) {
        super(message);
        this.status = status;
        this.why = message;
    }

    static HttpProblem malformed(String what) {
        return new HttpProblem(400, what);
    }

    String why() {
        return why;
    }

    int status() {
        return status;
    }
}
