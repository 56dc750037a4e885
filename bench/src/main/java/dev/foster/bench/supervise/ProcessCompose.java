package dev.foster.bench.supervise;

import dev.foster.bench.workshop.Brought;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** process-compose: one Go process. It waits a second before it restarts a child, at least. */
public final class ProcessCompose extends Brought implements Peer {
    public static final String NAME = "process-compose";

    private final String name;
    private final List<String> options;

    /** One that nobody can ask. */
    ProcessCompose(Path root) {
        this(root, NAME, List.of("--no-server"));
    }

    /**
     * @param name what it is called in the tables
     * @param options what it is started with beside its files
     */
    public ProcessCompose(Path root, String name, List<String> options) {
        super(root, "process_compose");
        this.name = name;
        this.options = options;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void configure(Stack stack) throws IOException {
        var file =
                new StringBuilder(
                        """
                        version: "0.5"
                        log_configuration: {add_timestamp: true, rotation: {max_size_mb: 4096}}
                        processes:
                        """);
        for (String name : stack.names()) {
            file.append(
                    """
                      %1$s:
                        entrypoint: ["%2$s"]
                        availability: {restart: always, backoff_seconds: 0}
                        log_location: %3$s/%1$s.log
                    """
                            .formatted(name, stack.ticker(), stack.logs()));
        }
        Files.writeString(stack.folder().resolve("process-compose.yaml"), file);
    }

    @Override
    public List<String> start(Stack stack) {
        List<String> command =
                new ArrayList<>(List.of(program("process-compose"), "up", "-t=false"));
        command.addAll(options);
        command.addAll(
                List.of(
                        "--disable-dotenv",
                        "-L",
                        stack.folder() + "/process-compose.log",
                        "-f",
                        stack.folder() + "/process-compose.yaml"));
        return command;
    }

    @Override
    public Map<String, String> environment(Stack stack) {
        return Map.of(
                "HOME", stack.folder().toString(),
                "XDG_CONFIG_HOME", stack.folder().toString());
    }
}
