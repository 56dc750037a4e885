package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Type;
import dev.foster.document.Value;
import dev.foster.document.Where;

import java.util.Optional;

/**
 * Where something listens.
 *
 * @param port 0 for any that is free
 */
public record ListenAddress(String host, int port) {
    private static final String THIS_MACHINE = "127.0.0.1";

    static ListenAddress onThisMachine(int port) {
        return new ListenAddress(THIS_MACHINE, port);
    }

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

    public ListenAddress port(int wanted) {
        return new ListenAddress(host, wanted);
    }

    /** One of those, such as this; a port alone means this machine. */
    static Type<ListenAddress> type(ListenAddress example) {
        return Type.of(
                (value, where) -> read(value, where, example.toString()),
                ListenAddress::toString,
                in ->
                        in.written(
                                "integer",
                                "^(\\S+:)?[0-9]{1,5}$",
                                "minimum",
                                0,
                                "maximum",
                                65_535));
    }

    private static Optional<ListenAddress> read(Value value, Where where, String example) {
        String text = Scalars.written(value).orElse("");
        int colon = text.lastIndexOf(':');
        String host =
                colon < 0 ? THIS_MACHINE : text.substring(0, colon).replaceAll("[\\[\\]]", "");
        String port = text.substring(colon + 1);
        boolean good =
                port.matches("[0-9]{1,5}")
                        && Integer.parseInt(port) <= 65_535
                        && host.matches("[A-Za-z0-9_.:%-]{1,253}");
        return good
                ? Optional.of(new ListenAddress(host, Integer.parseInt(port)))
                : where.expected(value, "an address and a port", example);
    }
}
