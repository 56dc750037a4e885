package dev.foster.bench.tui;

import dev.foster.bench.workshop.Brought;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** mprocs: a Rust program; each process has a terminal, and the selected one's is shown. */
final class Mprocs extends Brought implements Screened {
    static final String NAME = "mprocs";

    Mprocs(Path root) {
        super(root, NAME);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void configure(Path place, Criers criers) throws IOException {
        var file = new StringBuilder("procs:\n");
        Criers.names()
                .forEach(
                        name ->
                                file.append(
                                        "  %s: {cmd: %s}\n".formatted(name, criers.quoted(name))));
        Files.writeString(place.resolve("mprocs.yaml"), file);
    }

    @Override
    public List<String> start(Path place) {
        return List.of(program("mprocs"), "--config", place + "/mprocs.yaml");
    }

    @Override
    public Map<String, String> environment(Path place) {
        return Map.of("HOME", place.toString(), "XDG_CONFIG_HOME", place.toString());
    }
}
