package dev.foster.cli.mcp.serve;

import dev.foster.cli.Caller;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks for a server's program before anybody needs it: it is started when the first client comes,
 * and that client could not tell a misspelt command from a broken server.
 */
final class CommandLookup {
    private CommandLookup() {}

    /** Why the server cannot be started; empty when its program is there. */
    static Optional<String> missing(OfferedServer server, Caller caller) {
        String program = server.command().getFirst();
        boolean there =
                program.contains("/")
                        ? Files.isRegularFile(at(server, caller).resolve(program))
                        : onPath(server, caller)
                                .map(folder -> at(server, caller).resolve(folder))
                                .anyMatch(folder -> Files.isExecutable(folder.resolve(program)));
        return there
                ? Optional.empty()
                : Optional.of(
                        "cannot serve "
                                + server.name()
                                + ": the command "
                                + program
                                + " is not found; install it, or write its whole path");
    }

    private static Path at(OfferedServer server, Caller caller) {
        return caller.directory().resolve(server.directory().orElse(""));
    }

    private static Stream<String> onPath(OfferedServer server, Caller caller) {
        String path =
                server.environment()
                        .getOrDefault("PATH", caller.environment().getOrDefault("PATH", ""));
        return Stream.of(path.split(File.pathSeparator, -1));
    }
}
