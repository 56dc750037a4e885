package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessView;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A disk without room: supervision goes on, and says what is missing. */
class FullDiskTest {
    private static final String FULL =
            """
            processes:
              talker:
                command: "while :; do echo a word; sleep 0.1; done"
                output: {file: /dev/full}
              crasher:
                command: "echo going down; exit 3"
                output: {file: crasher.log}
                restart: {policy: always, backoff: [0.1s], limit: none}
            """;

    private static String full(String file) {
        return "cannot write " + file + ": No space left on device; free some space";
    }

    @Test
    void processesRunOnAndTheirLinesAreReadFromMemory() throws IOException {
        try (var project = TestProject.of(FULL)) {
            Path log = project.folder().resolve("crasher.log");
            Files.createSymbolicLink(log, Path.of("/dev/full"));
            project.up();
            project.await("crasher", view -> view.restarts() >= 3);
            ProcessView talker = project.await("talker", view -> view.logLostBytes() > 0);
            assertThat(talker.ready()).isTrue();

            Program.Result listing = project.run("ps", "--json");
            assertThat(listing.code()).isZero();
            assertThat(listing.output()).containsPattern("\"log_lost_bytes\":[1-9]");

            Eventually.until(
                    TestProject.LIMIT,
                    "the project names the file",
                    () ->
                            project.client()
                                    .project()
                                    .problems()
                                    .containsAll(List.of(full("/dev/full"), full(log.toString()))));

            assertThat(project.run("ps").output())
                    .contains("problem: " + full("/dev/full"), "problem: " + full(log.toString()));
            Program.Result json = project.run("ps", "--json");
            assertThat(json.output().lines()).as("one array").hasSize(1);
            assertThat(json.errors()).contains("problem: " + full("/dev/full"));
            assertThat(project.run("doctor").output()).contains(full("/dev/full"));

            Program.Result past = project.run("logs", "-n", "50", "crasher");
            assertThat(past.output()).contains("going down", "exit 3");
            try (Program logs = project.start("logs", "-f", "-n", "0", "talker")) {
                logs.awaitOutput("talker | a word");
                logs.signal("TERM");
                logs.awaitEnd();
            }
            assertThat(project.process("talker").pid()).isEqualTo(talker.pid());
        }
    }

    @Test
    void aDiskThatKeepsFosterFromComingUpAndFromSayingSoIsToldAllTheSame() throws IOException {
        try (var project = TestProject.of("processes: {web: {command: [sleep, \"1000\"]}}")) {
            project.paths().create();
            for (String name : List.of("daemon.log", "daemon.json.new", "probe")) {
                Files.createSymbolicLink(
                        project.paths().state().resolve(name), Path.of("/dev/full"));
            }
            Program.Result up = project.detach("up", "-d");
            assertThat(up.code()).isNotZero();
            assertThat(up.output())
                    .contains("cannot bring up the project: cannot write in ")
                    .contains("No space left on device; free some space");
        }
    }
}
