package dev.foster.daemon.config;

import java.util.Optional;

/**
 * Where something listens.
 *
 * @param port 0 for any that is free
 */
public record ListenAddress(String host, int port) {
    private static final String LOCAL = "127.0.0.1";

    /** Whether only this machine can reach it. */
    public boolean local() {
        return host.equals("localhost")
                || host.equals("::1")
                || host.matches("127(\\.\\d{1,3}){3}");
    }

    /** Such as {@code [::1]:9433}. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Reads one; a port alone means this machine. */
    static Optional<ListenAddress> read(
            Value value, String label, String example, Scalars scalars) {
        String text = Scalars.written(value).orElse("");
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? LOCAL : text.substring(0, colon).replaceAll("[\\[\\]]", "");
        String port = text.substring(colon + 1);
        boolean good =
                port.matches("[0-9]{1,5}")
                        && Integer.parseInt(port) <= 65_535
                        && host.matches("[A-Za-z0-9_.:%-]{1,253}");
        return good
                ? Optional.of(new ListenAddress(host, Integer.parseInt(port)))
                : scalars.expected(value, label, "an address and a port", example);
    }
}
