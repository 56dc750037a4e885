package dev.foster.bench.supervise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** runit: a process for each child, and one for each log. */
final class Runit extends ServiceFolders {
    static final String NAME = "runit";

    Runit(Path root) {
        super(root, NAME);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    String logger(Path log) {
        return "svlogd -tt " + log;
    }

    @Override
    void complete(Path service, Path log) throws IOException {
        // One file without end.
        Files.writeString(log.resolve("config"), "s0\n");
    }

    @Override
    public List<String> start(Stack stack) {
        return List.of(program("usr/bin/runsvdir"), services(stack).toString());
    }

    /** By SIGTERM it would end alone. */
    @Override
    public List<String> stop(Stack stack, long started) {
        return List.of("kill", "-HUP", Long.toString(started));
    }
}
