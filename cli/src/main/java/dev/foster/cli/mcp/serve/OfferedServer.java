package dev.foster.cli.mcp.serve;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command to be offered under a name.
 *
 * @param environment what it gets besides ours
 * @param directory where it runs; here when absent
 */
record OfferedServer(
        String name,
        List<String> command,
        Map<String, String> environment,
        Optional<String> directory) {

    OfferedServer {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    static OfferedServer of(String name, List<String> command) {
        return new OfferedServer(name, command, Map.of(), Optional.empty());
    }
}
