package dev.foster.bench.tui;

import dev.foster.bench.workshop.Brought;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** process-compose: one Go process, which shows a table and the output of the selected process. */
final class ProcessCompose extends Brought implements Screened {
    static final String NAME = "process-compose";

    ProcessCompose(Path root) {
        super(root, "process_compose");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void configure(Path place, Criers criers) throws IOException {
        var file = new StringBuilder("version: \"0.5\"\nprocesses:\n");
        Criers.names()
                .forEach(
                        name ->
                                file.append(
                                        "  %s: {entrypoint: %s}\n"
                                                .formatted(name, criers.quoted(name))));
        Files.writeString(place.resolve("process-compose.yaml"), file);
    }

    @Override
    public List<String> start(Path place) {
        return List.of(
                program("process-compose"),
                "up",
                "--no-server",
                "--disable-dotenv",
                "-L",
                place + "/process-compose.log",
                "-f",
                place + "/process-compose.yaml");
    }

    @Override
    public Map<String, String> environment(Path place) {
        return Map.of("HOME", place.toString(), "XDG_CONFIG_HOME", place.toString());
    }
}
