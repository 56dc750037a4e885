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

/** A daemon in this very program, with real processes, and a client of it. */
final class TestDaemon implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(60);

    final ControlClient client;
    private final Path folder;
    private final Daemon daemon;

    TestDaemon(Path folder, String yaml) {
        this.folder = folder;
        write(yaml);
        ProjectPaths paths =
                ProjectPaths.of(
                        folder,
                        Map.of(
                                "FOSTER_RUNTIME_DIR", folder.resolve("r").toString(),
                                "FOSTER_STATE_DIR", folder.resolve("s").toString()));
        daemon =
                Daemon.start(
                        new DaemonOptions(
                                paths,
                                ProjectFiles.discover(folder),
                                Map.of(),
                                "1.2.3",
                                OptionalInt.empty(),
                                EngineOptions.Kind.BEST));
        client = new ControlClient(paths, "test");
    }

    /** Changes the project's file; nobody reads it yet. */
    void write(String yaml) {
        try {
            Files.writeString(folder.resolve("foster.yaml"), yaml);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void startAll() {
        daemon.startAll(EndRule.NEVER, "test");
    }

    ProcessView await(String name, Predicate<ProcessView> wanted) {
        Eventually.until(SOON, name + " is as wanted", () -> wanted.test(client.process(name)));
        return client.process(name);
    }

    ProcessView await(String name, ProcessState state) {
        return await(name, view -> view.state() == state);
    }

    /** Ends it before it is closed: somebody looks at what that does. */
    void end() {
        daemon.close();
    }

    @Override
    public void close() {
        daemon.close();
    }
}
