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
}
