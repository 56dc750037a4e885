package dev.foster.plugin.protocol.handshake;

import java.util.Arrays;
import java.util.Optional;

/** What is spoken on the connection once it stands. */
public enum Protocol {
    /** Go's own remote calls, in gob over yamux. A line that names no protocol means this one. */
    NETRPC("netrpc"),
    GRPC("grpc");

    private final String text;

    Protocol(String text) {
        this.text = text;
    }

    /** The word in the handshake line. */
    public String text() {
        return text;
    }

    static Optional<Protocol> of(String text) {
        return Arrays.stream(values()).filter(protocol -> protocol.text.equals(text)).findFirst();
    }
}
