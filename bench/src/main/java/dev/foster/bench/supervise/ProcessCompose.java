package dev.foster.bench.supervise;

import dev.foster.bench.workshop.Brought;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** process-compose: one Go process. It waits a second before it restarts a child, at least. */
public final class ProcessCompose extends Brought implements Peer {
    public static final String NAME = "process-compose";

    private final OptionalInt port;

    /** One that nobody can ask. */
    ProcessCompose(Path root) {
        this(root, OptionalInt.empty());
    }

    /**
     * @param port where it can be asked over HTTP
     */
    public ProcessCompose(Path root, OptionalInt port) {
        super(root, "process_compose");
        this.port = port;
    }

    @Override
    public String name() {
        return NAME;
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
        return List.of(
                program("process-compose"),
                "up",
                "-t=false",
                port.isPresent() ? "--port=" + port.getAsInt() : "--no-server",
                "--disable-dotenv",
                "-L",
                stack.folder() + "/process-compose.log",
                "-f",
                stack.folder() + "/process-compose.yaml");
    }

    @Override
    public Map<String, String> environment(Stack stack) {
        return Map.of(
                "HOME", stack.folder().toString(),
                "XDG_CONFIG_HOME", stack.folder().toString());
    }
}
