package dev.foster.bench.mcp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The packaged program, as a person would start it. */
record Foster(Path root) implements Gateway {
    static final String NAME = "foster";

    /** What lets in every client on this machine, as the other does. */
    static final List<String> OPEN = List.of("--no-auth");

    @Override
    public String version() {
        return "of this tree";
    }

    @Override
    public Optional<String> missing() {
        return Optional.empty();
    }

    @Override
    public String path() {
        return "/mcp/bench";
    }

    @Override
    public List<String> command(int port, List<String> options, List<String> server) {
        var command =
                new ArrayList<>(
                        List.of(
                                root.resolve("foster").toString(),
                                "mcp",
                                "serve",
                                "--port",
                                Integer.toString(port),
                                "--name",
                                "bench"));
        command.addAll(options);
        command.add("--");
        command.addAll(server);
        return command;
    }
}
