package dev.foster.daemon;

import dev.foster.control.ControlClient;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;

/** A daemon in this very program, with real processes, and a client of it. */
final class TestDaemon implements AutoCloseable {
    static final Duration SOON = TestProject.SOON;

    final ControlClient client;
    private final TestProject project;
    private final Daemon daemon;

    TestDaemon(Path folder, String yaml) {
        project = new TestProject(folder);
        daemon = project.start(yaml);
        client = project.client;
    }

    /** Changes the project's file; nobody reads it yet. */
    void write(String yaml) {
        project.write(yaml);
    }

    void startAll() {
        daemon.startAll(EndRule.NEVER, "test");
    }

    ProcessView await(String name, Predicate<ProcessView> wanted) {
        return project.await(name, wanted);
    }

    ProcessView await(String name, ProcessState state) {
        return project.await(name, state);
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
