package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessView;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What signals do to {@code foster up}. */
class UpSignalsTest {
    private static final String POLITE =
            """
            processes:
              polite:
                command: "trap 'echo bye; exit 3' TERM; echo READY; while :; do sleep 1000 & wait $!; done"
              other: {command: "echo READY; exec sleep 1000"}
            """;

    /** Its grace is longer than anybody here waits: if it ends, then not because that was over. */
    private static final String DEAF =
            """
            processes:
              deaf:
                command: "trap 'echo no' TERM; trap '' INT; echo READY; while :; do sleep 1000 & wait $!; done"
                stop: {grace: 600s}
              escaped: {command: "setsid sh -c 'echo READY; exec sleep 1000' & wait"}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void aSignalStopsAllAndIsNoFailure(String signal) {
        try (var project = TestProject.of(POLITE);
                Program program = project.start("up")) {
            program.awaitOutput("polite | READY");
            program.awaitOutput("other  | READY");
            program.signal(signal);

            Program.Result result = program.awaitEnd();

            assertThat(result.output())
                    .contains("polite | bye", "polite * exit 3", "other  * killed by SIGTERM");
            assertThat(result.errors()).contains("stopping, SIG" + signal + " received");
            assertThat(result.code()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"up --lines", "up -d"})
    void aSignalOpensLogFilesAnewThatWereMovedAway(String command) throws IOException {
        try (var project =
                TestProject.of(
                        """
                        processes:
                          web: {command: "echo READY; exec cat", stdin: pipe, output: {file: web.log}}
                        """)) {
            Path log = project.folder().resolve("web.log");
            Path moved = project.folder().resolve("moved.log");
            try (Program program = project.start(command.split(" "))) {
                ProcessView web = project.await("web", ProcessView::ready);
                awaitText(log, "READY");
                Files.move(log, moved);
                project.signalDaemon("USR1");
                awaitText(log, "");
                assertThat(project.process("web").pid()).isEqualTo(web.pid());
                assertThat(project.run("send", "web", "word").code()).isZero();
                awaitText(log, "word");
                assertThat(Files.readString(moved)).contains("READY").doesNotContain("word");
                assertThat(project.run("events").output())
                        .contains("opened the log files anew, SIGUSR1 received");
                assertThat(project.run("down").code()).isZero();
                assertThat(program.awaitEnd().code()).isZero();
            }
        }
    }

    private static void awaitText(Path log, String text) {
        Eventually.until(
                Program.LIMIT,
                log + " says " + text,
                () -> {
                    try {
                        return Files.exists(log) && Files.readString(log).contains(text);
                    } catch (IOException unreadable) {
                        throw new UncheckedIOException(unreadable);
                    }
                });
    }

    @Test
    void aSecondSignalKillsWhatDoesNotEnd() {
        try (var project = TestProject.of(DEAF);
                Program program = project.start("up")) {
            program.awaitOutput("deaf    | READY");
            program.signal("INT");
            program.awaitOutput("deaf    | no");
            program.signal("INT");

            Program.Result result = program.awaitEnd();

            assertThat(result.output()).contains("deaf    * killed by SIGKILL");
            assertThat(result.code()).isZero();
        }
    }

    @Test
    void nothingIsLeftOfAKilledFoster() {
        try (var project = TestProject.of(DEAF);
                Program program = project.start("up")) {
            program.awaitOutput("deaf    | READY");
            program.awaitOutput("escaped | READY");
            Eventually.until(
                    Program.LIMIT,
                    "two shells, two sleeps, the guardian",
                    () -> ProcTable.descendants(program.pid()).size() >= 5);
            List<ProcTable.Entry> all = ProcTable.descendants(program.pid());

            Duration took = program.killAndAwaitTheDeathOf(all);

            System.out.printf("foster up, killed: nothing left after %d ms%n", took.toMillis());
            assertThat(program.awaitEnd().code()).isEqualTo(137);
        }
    }
}
