package dev.foster.bench.tui;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Foster itself: the daemon and, in a process of its own, the screen. */
final class Foster implements Screened {
    static final String NAME = "foster";

    private final Path program;

    Foster(Path root) {
        program = root.resolve("foster");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String version() {
        return "of this tree";
    }

    @Override
    public Optional<String> missing() {
        return Optional.empty();
    }

    @Override
    public void configure(Path place, Criers criers) throws IOException {
        var file = new StringBuilder("name: bench\nprocesses:\n");
        Criers.names()
                .forEach(
                        name ->
                                file.append(
                                        "  %s: {command: %s}\n"
                                                .formatted(name, criers.quoted(name))));
        Files.writeString(place.resolve("foster.yaml"), file);
    }

    @Override
    public List<String> start(Path place) {
        return List.of(program.toString(), "up");
    }

    List<String> startDetached() {
        return List.of(program.toString(), "up", "-d");
    }

    List<String> attach() {
        return List.of(program.toString(), "attach");
    }

    /** Not the home: the launcher would look for another JDK, and make its cache anew. */
    @Override
    public Map<String, String> environment(Path place) {
        return Map.of(
                "FOSTER_STATE_DIR", place.resolve("state").toString(),
                "FOSTER_RUNTIME_DIR", place.resolve("run").toString());
    }
}
