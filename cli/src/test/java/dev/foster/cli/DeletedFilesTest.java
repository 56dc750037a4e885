package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessState;
import dev.foster.control.ProjectPaths;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.stream.Stream;

/** A daemon whose files somebody deletes goes on, is found again, and stays the only one. */
class DeletedFilesTest {
    private static final String ONE = "processes: {web: {command: [sleep, \"1000\"]}}";

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            files.sorted((one, other) -> other.compareTo(one))
                    .forEach(
                            file -> {
                                try {
                                    Files.deleteIfExists(file);
                                } catch (IOException failure) {
                                    throw new UncheckedIOException(failure);
                                }
                            });
        }
    }

    private static void assertOneCopy(TestProject project, long pid) {
        assertThat(project.process("web").pid()).contains(pid);
        assertThat(
                        project.family().stream()
                                .map(entry -> ProcessHandle.of(entry.pid()).orElseThrow().info())
                                .flatMap(info -> info.commandLine().stream())
                                .filter(line -> line.matches("(.*/)?sleep 1000")))
                .hasSize(1);
    }

    @Test
    void aDeletedSocketIsMadeAnewWhileThoseWhoFollowReadOn() throws Exception {
        try (var project = TestProject.of(ONE).up()) {
            long pid = project.await("web", ProcessState.RUNNING).pid().orElseThrow();
            try (Program follower = project.start("events", "--follow")) {
                follower.awaitOutput("started");
                Files.delete(project.paths().socket());

                // Asked at once: the verb waits for the new one.
                Program.Result ps = project.run("ps");
                assertThat(ps.output()).as(ps.errors()).contains("web");
                assertOneCopy(project, pid);
                follower.awaitOutput("the socket was deleted, and is made anew");
                follower.signal("TERM");
                follower.awaitEnd();
            }
            Files.delete(project.paths().socket());
            assertThat(project.run("down").code()).isZero();
        }
    }

    @Test
    void deletedFoldersAreMadeAnewAndNoSecondDaemonComesUp() throws Exception {
        try (var project = TestProject.of(ONE).up()) {
            long pid = project.await("web", ProcessState.RUNNING).pid().orElseThrow();
            ProjectPaths paths = project.paths();
            delete(paths.state());
            delete(paths.runtime());

            Program.Result second = project.detach("up", "-d");
            assertThat(second.code()).isNotZero();
            assertThat(second.output()).contains("already running for it (process ");
            Eventually.until(
                    TestProject.LIMIT,
                    "all of it is there again",
                    () ->
                            Stream.of(paths.socket(), paths.lock(), paths.daemonFile())
                                            .allMatch(Files::exists)
                                    && contains(
                                            paths.state().resolve("journal.jsonl"), "made anew"));
            assertThat(contains(paths.state().resolve("journal.jsonl"), "daemon-started")).isTrue();
            assertThat(contains(paths.running(), Long.toString(pid))).isTrue();
            assertOneCopy(project, pid);
            assertThat(project.run("down").code()).isZero();
            assertThat(paths.daemonFile()).doesNotExist();
        }
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException notYet) {
            return false;
        }
    }

    @Test
    void anotherStateFolderBringsUpNoSecondDaemonAndAnotherRuntimeFolderSaysThatOneRuns()
            throws Exception {
        try (var project = TestProject.of(ONE).up()) {
            long pid = project.await("web", ProcessState.RUNNING).pid().orElseThrow();
            Path other = Files.createDirectory(project.folder().resolve("other"));
            var elsewhere = new HashMap<String, String>();
            elsewhere.put("FOSTER_STATE_DIR", other.resolve("s").toString());
            elsewhere.put("FOSTER_RUNTIME_DIR", other.resolve("r").toString());
            for (String verb : new String[] {"ps", "down"}) {
                Program.Setup setup = project.setup();
                elsewhere.forEach(setup::with);
                Program.Result result = setup.run(verb);
                assertThat(result.code()).isNotZero();
                assertThat(result.errors())
                        .contains("a foster is running for ", "but not with the socket");
            }
            Program.Setup setup = project.setup();
            elsewhere.forEach(setup::with);
            Program.Result up = setup.run("up", "--lines");
            assertThat(up.code()).isNotZero();
            assertThat(up.errors()).contains("a foster is already running for it");
            assertOneCopy(project, pid);
        }
    }
}
