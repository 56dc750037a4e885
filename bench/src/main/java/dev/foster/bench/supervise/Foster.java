package dev.foster.bench.supervise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Foster itself, used as its users do: by its command line and nothing else. */
public final class Foster implements Peer {
    public static final String NAME = "foster";

    private final Path program;
    private final List<String> keys;

    public Foster(Path root) {
        this(root, List.of());
    }

    /**
     * @param keys what is said of each child beside its command and its output
     */
    public Foster(Path root, List<String> keys) {
        program = root.resolve("foster");
        this.keys = keys;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String version() {
        // Its launcher makes the cache, and goes on in silence when it cannot.
        return Files.exists(program.resolveSibling("cli/target/foster/startup.aot"))
                ? "of this tree"
                : "of this tree (without its start-up cache, so slower than it should be)";
    }

    @Override
    public Optional<String> missing() {
        return Optional.empty();
    }

    @Override
    public void configure(Stack stack) throws IOException {
        var file =
                new StringBuilder(
                        """
                        name: bench
                        defaults:
                          restart: {policy: always, backoff: [0s], limit: none}
                          output: {rotate: 1GB x 5, overflow: wait}
                        processes:
                        """);
        String more = keys.stream().map(", "::concat).collect(Collectors.joining());
        for (String name : stack.names()) {
            Path log = stack.logs().resolve(name + ".log");
            file.append(
                    "  %s: {command: [\"%s\"], output: {file: %s}%s}\n"
                            .formatted(name, stack.ticker(), log, more));
        }
        Files.writeString(stack.folder().resolve("foster.yaml"), file);
    }

    @Override
    public List<String> start(Stack stack) {
        return verb(stack.folder(), "up", "--quiet");
    }

    @Override
    public List<String> stop(Stack stack, long started) {
        return verb(stack.folder(), "down");
    }

    /** A call of the program for the project in a folder. */
    public List<String> verb(Path project, String... words) {
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("-C", project.toString()));
        return command;
    }

    @Override
    public Map<String, String> environment(Stack stack) {
        return environment(stack.folder());
    }

    /**
     * What keeps all its files in a folder. Not the home: the launcher would look for another JDK,
     * and make its cache anew.
     */
    public static Map<String, String> environment(Path folder) {
        return Map.of(
                "FOSTER_STATE_DIR", folder.resolve("state").toString(),
                "FOSTER_RUNTIME_DIR", folder.resolve("run").toString());
    }
}
