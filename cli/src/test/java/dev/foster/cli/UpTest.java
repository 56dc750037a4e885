package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code foster up} runs and shows in the foreground. */
class UpTest {

    @Test
    void everyLineOfEveryProcessIsShownWithItsTimeAndName() {
        try (var project =
                TestProject.of(
                        """
                        processes:
                          web: {command: "echo ready; echo oops >&2", restart: no}
                          api-1: {command: "printf '\\\\377no newline'", restart: no}
                        """)) {
            Program.Result result = project.run("up");

            assertThat(result.output().lines())
                    .allMatch(line -> line.matches("\\d\\d:\\d\\d:\\d\\d (web  |api-1) [|*] .*"));
            assertThat(said(result, "web")).contains("ready", "oops");
            assertThat(said(result, "api-1")).containsExactly("\ufffdno newline");
            assertThat(result.output()).contains("web   * started as process", "web   * exit 0");
            assertThat(result.errors()).contains("everything has completed");
            assertThat(result.code()).isZero();
        }
    }

    @Test
    void itsCodeIsThatOfTheFirstProcessThatFailed() {
        try (var project =
                TestProject.of(
                        """
                        processes:
                          good: {command: "exit 0", restart: no}
                          bad: {command: "exit 7", restart: no}
                        """)) {
            assertThat(project.run("up").code()).isEqualTo(7);
        }
    }

    @Test
    void aProgramThatIsNotThereFailsAtOnce() {
        try (var project =
                TestProject.of(
                        """
                        processes:
                          web: {command: [/no/such/program], restart: always}
                        """)) {
            Program.Result result = project.run("up");

            assertThat(result.code()).isEqualTo(1);
            assertThat(result.output())
                    .contains("cannot start /no/such/program: not found; check the path")
                    .doesNotContain("restarting");
            assertThat(result.errors()).contains("not retried, for that does not heal by itself");
        }
    }

    @Test
    void itEndsWhenAllThatIsLeftWaitsInVainForWhatFailed() {
        try (var project =
                TestProject.of(
                        """
                        processes:
                          migrate: {command: "exit 7", restart: no}
                          web: {command: [sleep, "1000"], depends_on: {migrate: completed_successfully}}
                          page: {command: [sleep, "1000"], depends_on: {web: ready}}
                        """)) {
            Program.Result result = project.run("up");

            assertThat(result.code()).isEqualTo(7);
            assertThat(result.errors()).contains("migrate failed: exit 7");
        }
    }

    @Test
    void aFailureEndsEverythingWhenThatWasAsked() {
        try (var project =
                TestProject.of(
                        """
                        processes:
                          steady: {command: [sleep, "1000"]}
                          victim: {command: "kill -s KILL $$$$", restart: no}
                        """)) {
            Program.Result result = project.run("up", "--exit-on", "failure");

            assertThat(result.code()).isEqualTo(137);
            assertThat(result.errors()).contains("victim failed: killed by SIGKILL");
            assertThat(result.output()).contains("steady * killed by SIGTERM");
        }
    }

    @Test
    void aCompletionEndsEverythingWhenThatWasAsked() {
        try (var project =
                TestProject.of(
                        """
                        processes:
                          steady: {command: [sleep, "1000"]}
                          job: {command: "true", restart: on-failure}
                        """)) {
            Program.Result result = project.run("up", "--exit-on", "completion");

            assertThat(result.code()).isZero();
            assertThat(result.errors()).contains("job completed: exit 0");
        }
    }

    @Test
    void namesBringWhatTheyDependOn() {
        try (var project =
                TestProject.of(
                        """
                        processes:
                          database: {command: "echo here; exec sleep 1000", ready: {log: here}}
                          web: {command: "echo served", restart: no, depends_on: {database: ready}}
                          other: {command: "echo never", restart: no}
                        """)) {
            Program.Result result = project.run("up", "--exit-on", "completion", "web");

            assertThat(said(result, "database")).contains("here");
            assertThat(said(result, "web")).contains("served");
            assertThat(said(result, "other")).isEmpty();

            Program.Result alone = project.run("up", "--no-deps", "web");
            assertThat(said(alone, "web")).contains("served");
            assertThat(said(alone, "database")).isEmpty();
        }
    }

    @Test
    void aProcfileWillDo() {
        try (var project = TestProject.empty().write("Procfile", "web: echo \"port $PORT\"\n")) {
            assertThat(said(project.run("up"), "web")).containsExactly("port 5000");
        }
    }

    @Test
    void aFileElsewhereRunsWhereItLies() throws IOException {
        try (var project = TestProject.empty()) {
            Files.createDirectory(project.folder().resolve("inner"));
            project.write("inner/demo.procfile", "here: pwd -P; [ -z \"$(cat)\" ]\n");

            Program.Result result = project.run("up", "-f", "inner/demo.procfile");

            assertThat(said(result, "here"))
                    .contains(project.folder().resolve("inner").toRealPath().toString());
            assertThat(result.code()).as("its input is empty").isZero();
        }
    }

    @Test
    void theLastWordsOfAProcessAreShown() {
        try (var project =
                TestProject.of("processes: {talker: {command: seq 1 20000, restart: no}}")) {
            assertThat(said(project.run("up"), "talker")).hasSize(20_000).last().isEqualTo("20000");
        }
    }

    @Test
    void aSlowReaderMissesNothing() {
        int count = 100_000;
        String command = "seq 1 " + count + "; touch written";
        try (var project =
                TestProject.of("processes: {flood: {command: " + command + ", restart: no}}")) {
            String reader = "while [ ! -e written ]; do sleep 0.02; done; cat";
            assertThat(said(runInto(project, reader, "up"), "flood")).hasSize(count);
        }
    }

    @Test
    void aReaderThatLeavesDoesNotLeaveUsBehind() {
        String command = "while :; do echo word; sleep 0.05; done";
        try (var project = TestProject.of("processes: {talker: {command: \"" + command + "\"}}")) {
            assertThat(runInto(project, "head -n 3", "up").output().lines()).hasSize(3);
        }
    }

    @Test
    void aMissingProgramIsExplainedWhereItsOutputWouldBe() {
        try (var project =
                TestProject.of("processes: {web: {command: [./no-such-program], restart: no}}")) {
            Program.Result result = project.run("up");

            assertThat(result.output())
                    .contains("web * cannot start", "no-such-program", "not found");
            assertThat(result.code()).isEqualTo(1);
        }
    }

    @Test
    void aSecondOneForTheSameFolderIsRefused() {
        try (var project = TestProject.of("processes: {web: {command: [sleep, \"1000\"]}}").up()) {
            for (String[] words : new String[][] {{"up"}, {"up", "-d"}}) {
                Program.Result second = project.detach(words);
                assertThat(second.output()).contains("a foster is already running for it");
                ErrorGrammar.assertFollowedBy(second.output());
                assertThat(second.code()).isEqualTo(1);
            }
            assertThat(project.process("web").pid()).isPresent();
        }
    }

    @Test
    void anythingElseIsAUsageError() {
        try (var project = TestProject.of("processes: {web: {command: \"true\"}}")) {
            for (String[] words :
                    new String[][] {
                        {"up", "-f"},
                        {"up", "--fast"},
                        {"up", "--exit-on", "monday"},
                        {"up", "--port", "x"}
                    }) {
                Program.Result result = project.run(words);
                ErrorGrammar.assertFollowedBy(result.errors());
                assertThat(result.code()).isEqualTo(2);
            }
            Program.Result unknown = project.run("up", "wbe");
            assertThat(unknown.errors()).contains("did you mean web?");
            assertThat(unknown.code()).isEqualTo(4);
        }
    }

    /** Runs the program with its output piped into a script. */
    private static Program.Result runInto(TestProject project, String script, String... arguments) {
        var command =
                new ArrayList<>(List.of("/bin/sh", "-c", "\"$@\" | { " + script + "; }", "sh"));
        command.addAll(CommandLine.of(arguments));
        try (Program program = project.setup().startAs(command)) {
            return program.finish();
        }
    }

    /** What was shown as a process's own words, without time and name. */
    private static List<String> said(Program.Result result, String name) {
        Pattern line = Pattern.compile("\\S+ " + Pattern.quote(name) + " *\\| (.*)");
        return result.output()
                .lines()
                .map(line::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .toList();
    }
}
