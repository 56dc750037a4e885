package dev.foster.daemon;

import dev.foster.control.ControlClient;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectPaths;
import dev.foster.daemon.config.ProjectFiles;
import dev.foster.process.EngineOptions;
import dev.foster.testkit.Eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** A project in a folder of its own, whose daemons run in this very program, and a client of it. */
final class TestProject {
    static final Duration SOON = Duration.ofSeconds(60);

    final ProjectPaths paths;
    final ControlClient client;
    private final Path folder;

    TestProject(Path folder) {
        this.folder = folder;
        this.paths =
                ProjectPaths.of(
                        folder,
                        Map.of(
                                "FOSTER_RUNTIME_DIR", folder.resolve("r").toString(),
                                "FOSTER_STATE_DIR", folder.resolve("s").toString()));
        this.client = new ControlClient(paths, "test");
    }

    /** Changes the project's file; nobody reads it yet. */
    void write(String yaml) {
        try {
            Files.writeString(folder.resolve("foster.yaml"), yaml);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A daemon of the project as it is from now on; its processes are not started. */
    Daemon start(String yaml) {
        return start(yaml, OptionalInt.empty());
    }

    /**
     * @param port where it listens beside its socket; 0 for any that is free
     */
    Daemon start(String yaml, OptionalInt port) {
        write(yaml);
        return Daemon.start(
                new DaemonOptions(
                        paths,
                        ProjectFiles.discover(folder),
                        Map.of(),
                        "1.2.3",
                        port,
                        EngineOptions.Kind.BEST));
    }

    ProcessView await(String name, Predicate<ProcessView> wanted) {
        return Eventually.get(SOON, name + " is as wanted", () -> client.process(name), wanted);
    }

    ProcessView await(String name, ProcessState state) {
        return await(name, view -> view.state() == state);
    }
}
