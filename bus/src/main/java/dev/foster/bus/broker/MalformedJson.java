package dev.foster.bus.broker;

import java.io.Serial;

/** A client's CONNECT is not JSON, or not the JSON it should be. */
final class MalformedJson extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    MalformedJson(int at) {
        super("cannot read JSON: unexpected text at character " + at);
    }

    MalformedJson(int at, Throwable cause) {
        super("cannot read JSON: unexpected text at character " + at, cause);
    }

    MalformedJson(String member) {
        super("cannot read JSON: member " + member + " has another type");
    }
}
