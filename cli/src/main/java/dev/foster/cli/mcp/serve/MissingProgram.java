package dev.foster.cli.mcp.serve;

import dev.foster.cli.Invocation;
import dev.foster.process.SearchPath;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks for a server's program before anybody needs it: it is started when the first client comes,
 * and that client could not tell a misspelt command from a broken server.
 */
final class MissingProgram {
    private MissingProgram() {}

    /** Why the server cannot be started; empty when its program is there. */
    static Optional<String> of(OfferedServer server, Invocation invocation) {
        String program = server.command().getFirst();
        boolean there =
                program.contains("/")
                        ? Files.isRegularFile(at(server, invocation).resolve(program))
                        : path(server, invocation).find(program).isPresent();
        return there
                ? Optional.empty()
                : Optional.of(
                        "cannot serve "
                                + server.name()
                                + ": the command "
                                + program
                                + " is not found; install it, or write its whole path");
    }

    private static Path at(OfferedServer server, Invocation invocation) {
        return invocation.directory().resolve(server.directory().orElse(""));
    }

    private static SearchPath path(OfferedServer server, Invocation invocation) {
        boolean own = server.environment().containsKey("PATH");
        return SearchPath.of(own ? server.environment() : invocation.environment())
                .from(at(server, invocation));
    }
}
