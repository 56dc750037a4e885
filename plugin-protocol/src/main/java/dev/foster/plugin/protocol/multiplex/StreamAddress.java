package dev.foster.plugin.protocol.multiplex;

import java.net.SocketAddress;

/** The name of what is at the end of a stream, for messages; nothing is looked up by it. */
final class StreamAddress extends SocketAddress {
    private static final long serialVersionUID = 1L;

    private final String name;

    StreamAddress(String name) {
        this.name = name;
    }

    @Override
    public String toString() {
        return name;
    }
}
