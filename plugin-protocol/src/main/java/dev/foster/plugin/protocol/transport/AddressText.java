package dev.foster.plugin.protocol.transport;

import dev.foster.plugin.protocol.ProtocolException;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads the text of an address by the rules of the Go programs that write it. */
final class AddressText {
    private static final int HIGHEST_PORT = 65_535;

    private AddressText() {}

    static Address unix(String text) {
        if (text.isEmpty()) {
            throw bad("unix", text, "there is no path");
        }
        try {
            return new Address.Unix(Path.of(text));
        } catch (InvalidPathException invalid) {
            throw bad("unix", text, invalid.getReason());
        }
    }

    /** {@code host:port}, {@code [v6]:port} or {@code :port}. */
    static Address tcp(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            throw bad("tcp", text, "there is no port");
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw bad("tcp", text, "there are too many colons");
        }
        if (host.indexOf('[') >= 0 || host.indexOf(']') >= 0) {
            throw bad("tcp", text, "there is a stray bracket");
        }
        return new Address.Tcp(host, port(text, text.substring(colon + 1)));
    }

    private static int port(String text, String port) {
        boolean digits = !port.isEmpty() && port.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits) {
            throw bad("tcp", text, "the port is not a number");
        }
        String significant = port.replaceFirst("^0+(?=.)", "");
        if (significant.length() > 5 || Integer.parseInt(significant) > HIGHEST_PORT) {
            throw bad("tcp", text, "there is no port of that number");
        }
        return Integer.parseInt(significant);
    }

    private static ProtocolException bad(String network, String text, String why) {
        return new ProtocolException(new TransportProblem.BadAddress(network, text, why));
    }
}
