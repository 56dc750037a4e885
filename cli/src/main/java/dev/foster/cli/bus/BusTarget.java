package dev.foster.cli.bus;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A bus to connect to.
 *
 * @param servers URLs such as {@code nats://127.0.0.1:4222}; any of them will do
 * @param user with {@code password}, or empty
 * @param credentials a file with a token and a key, as {@code nsc} writes them
 * @param authority a PEM file with whom to trust in TLS
 * @param traffic what has passed it, by names, if somebody counted
 */
record BusTarget(
        List<String> servers,
        Optional<String> user,
        Optional<String> password,
        Optional<String> token,
        Optional<Path> credentials,
        Optional<Path> authority,
        Map<String, Long> traffic) {

    BusTarget {
        servers = List.copyOf(servers);
        traffic = Map.copyOf(traffic);
    }

    /** A bus that asks nobody who they are, or says so in its URL. */
    static BusTarget at(List<String> servers) {
        return new BusTarget(
                servers,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of());
    }

    /** Leaves the secrets out, as this text may be shown. */
    @Override
    public String toString() {
        return servers.stream()
                .map(server -> server.replaceFirst("//[^/@]*@", "//"))
                .reduce((one, other) -> one + ", " + other)
                .orElse("nowhere");
    }
}
