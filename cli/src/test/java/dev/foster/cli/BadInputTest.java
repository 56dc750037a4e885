package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessState;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whatever people get wrong: answered in a sentence, with the right exit code, and no trace. */
class BadInputTest {
    private static final String WEB = "processes: {web: {command: [sleep, \"1000\"]}}\n";

    /**
     * Every line of it follows the grammar, after the place in a file where there is one; what is
     * indented is a line of that file, and a caret.
     */
    private static String refused(Program.Result result, int code) {
        String message = result.errors().isEmpty() ? result.output() : result.errors();
        assertThat(message).doesNotContain("\tat ", "Exception");
        assertThat(message.strip()).isNotEmpty();
        message.strip()
                .lines()
                .filter(line -> !line.startsWith("    "))
                .map(line -> line.replaceFirst("^\\S+?:\\d+:\\d+: ", ""))
                .forEach(ErrorGrammar::assertFollowedBy);
        assertThat(result.code()).as(message).isEqualTo(code);
        return message;
    }

    private static String refusedFile(String yaml) {
        try (var project = TestProject.of(yaml)) {
            return refused(project.run("up"), 2);
        }
    }

    private static void assertGood(Program.Result result) {
        assertThat(result.code()).as(result.errors()).isZero();
        assertThat(result.errors()).doesNotContain("\tat ");
    }

    // ---- the file ----

    @Test
    void brokenYamlIsToldWithItsPlace() {
        assertThat(refusedFile("processes: {web: {command: [sleep\n")).contains("foster.yaml:");
        assertThat(refusedFile("processes:\n\tweb: x\n")).contains("foster.yaml:2:");
        assertThat(refusedFile("processes: {web: {command: a}, web: {command: b}}\n"))
                .contains("foster.yaml:1:", "web");
    }

    @Test
    void wrongTypesAndUnknownKeysAreToldAllAtOnce() {
        String message =
                refusedFile(
                        """
                        processes:
                          web:
                            command: 17
                            comand: x
                            stop: {grace: soon}
                          worker: [a, b]
                        """);
        assertThat(message)
                .contains("foster.yaml:4:5:", "did you mean \"command\"?", "grace", "worker");
    }

    @Test
    void aCycleIsPrinted() {
        String message =
                refusedFile(
                        """
                        processes:
                          a: {command: x, depends_on: {b: ready}}
                          b: {command: x, depends_on: {c: ready}}
                          c: {command: x, depends_on: {a: ready}}
                        """);
        assertThat(message).containsPattern("a -> b -> c -> a|b -> c -> a -> b|c -> a -> b -> c");
    }

    @Test
    void oddNamesAreRefusedByTheRule() {
        var text = new StringBuilder("processes:\n");
        List<String> odd =
                List.of(
                        "a/b",
                        "../up",
                        "\"\"",
                        "a b",
                        "\"*\"",
                        "-x",
                        "\"a\\nb\"",
                        "wörker",
                        "x".repeat(65));
        odd.forEach(name -> text.append("  ").append(name).append(": {command: \"true\"}\n"));
        text.append("  7.we_b-1: {command: \"true\"}\n");

        String message = refusedFile(text.toString());

        assertThat(message.lines().filter(line -> !line.startsWith("    ")))
                .hasSize(odd.size())
                .allMatch(line -> line.contains("a name has letters"));
    }

    @Test
    void aMissingFileADirectoryAndBytesThatAreNoTextAreTold() throws IOException {
        try (var project = TestProject.empty()) {
            for (String[] words :
                    new String[][] {{"up"}, {"up", "-d"}, {"validate"}, {"up", "-f", "no.yaml"}}) {
                refused(project.detach(words), 2);
            }
            Files.createDirectory(project.folder().resolve("foster.yaml"));
            refused(project.run("up"), 2);
            Files.delete(project.folder().resolve("foster.yaml"));
            Files.write(
                    project.folder().resolve("foster.yaml"),
                    new byte[] {'a', ':', ' ', (byte) 0xff, (byte) 0xfe, '\n'});
            assertThat(refused(project.run("up"), 2)).contains("UTF-8");
        }
    }

    @Test
    void aFileOfFiveMegabytesIsAnsweredSoon() {
        var text = new StringBuilder("processes:\n");
        for (int i = 0; text.length() < 5_000_000; i++) {
            text.append("  p")
                    .append(i)
                    .append(": {command: [sleep, \"1000\"], environment: {A: b}}\n");
        }
        try (var project = TestProject.of(text.toString())) {
            // Which waits no longer than Program.LIMIT.
            Program.Result result = project.run("validate");
            if (result.code() != 0) {
                refused(result, 2);
            }
        }
    }

    @Test
    void aMissingProgramIsTheFailureOfItsProcessAlone() {
        try (var project =
                TestProject.of(
                                "processes: {gone: {command: [no-such-program-x], restart: no},"
                                        + " web: {command: [sleep, \"1000\"]}}\n")
                        .up()) {
            project.await("web", ProcessState.RUNNING);
            project.await("gone", ProcessState.FAILED);
            Program.Result why = project.run("why", "gone");
            assertGood(why);
            assertThat(why.output()).contains("no-such-program-x", "not found");
        }
    }

    // ---- where the daemon lives ----

    @Test
    void aRuntimeFolderThatCannotBeUsedIsTold() throws IOException {
        try (var project = TestProject.of(WEB)) {
            String far = project.folder().resolve("x".repeat(100)).toString();
            for (String verb : List.of("up", "ps")) {
                Program.Result result = project.setup().with("FOSTER_RUNTIME_DIR", far).run(verb);
                refused(result, verb.equals("up") ? 2 : 3);
            }
            assertThat(refused(project.setup().with("FOSTER_RUNTIME_DIR", far).run("up", "-d"), 2))
                    .contains("FOSTER_RUNTIME_DIR");
            Path file = Files.createFile(project.folder().resolve("file"));
            for (String verb : List.of("up", "ps")) {
                Program.Result result =
                        project.setup().with("FOSTER_RUNTIME_DIR", file.toString()).run(verb);
                assertThat(refused(result, 2)).contains("FOSTER_RUNTIME_DIR");
            }
            refused(project.setup().with("FOSTER_STATE_DIR", file.toString()).run("up"), 2);
        }
    }

    @Test
    void aSocketThatAKilledDaemonLeftIsReplaced() {
        try (var project = TestProject.of(WEB).up()) {
            project.await("web", ProcessState.RUNNING);
            long first = project.client().project().pid();
            ProcessHandle.of(first).orElseThrow().destroyForcibly();
            Eventually.until(
                    TestProject.LIMIT, "all of it is gone", () -> project.family().isEmpty());
            assertThat(project.paths().socket()).exists();
            refused(project.run("ps"), 3);

            project.up();
            assertThat(project.await("web", ProcessState.RUNNING).pid()).isPresent();
            assertThat(project.client().project().pid()).isNotEqualTo(first);
        }
    }

    @Test
    void aLockWithoutASocketIsALivingDaemonAllTheSame() throws IOException {
        try (var project = TestProject.of(WEB).up()) {
            long pid = project.client().project().pid();
            Path socket = project.paths().socket();
            Path aside = socket.resolveSibling("aside");
            Files.move(socket, aside);
            assertThat(refused(project.run("up"), 1)).contains("(process " + pid + ")");
            Files.move(aside, socket);
            assertThat(project.client().project().pid()).isEqualTo(pid);
        }
    }

    // ---- names and verbs ----

    @Test
    void anUnknownNameIsCodeFourForEveryVerb() {
        try (var project = TestProject.of(WEB).up()) {
            for (String[] words :
                    new String[][] {
                        {"start", "wbe"},
                        {"stop", "wbe"},
                        {"restart", "wbe"},
                        {"wait", "wbe"},
                        {"signal", "TERM", "wbe"},
                        {"send", "wbe", "text"},
                        {"logs", "wbe"},
                        {"logs", "-f", "wbe"},
                        {"why", "wbe"},
                        {"events", "wbe"},
                        {"ps", "wbe"}
                    }) {
                assertThat(refused(project.run(words), 4))
                        .as(words[0])
                        .contains("did you mean web?");
            }
            refused(project.run("signal", "NONSENSE", "web"), 2);
            refused(project.run("wait", "web", "--for", "monday"), 2);
            refused(project.run("logs", "--since", "monday"), 2);
        }
    }

    @Test
    void withoutADaemonEveryVerbThatNeedsOneIsCodeThree() {
        try (var project = TestProject.of(WEB)) {
            for (String[] words :
                    new String[][] {
                        {"down"},
                        {"ps"},
                        {"ps", "--json"},
                        {"logs"},
                        {"logs", "-f"},
                        {"start", "web"},
                        {"stop", "web"},
                        {"restart", "web"},
                        {"wait", "web"},
                        {"signal", "TERM", "web"},
                        {"send", "web", "x"},
                        {"events"},
                        {"events", "-f"},
                        {"why", "web"},
                        {"plan"},
                        {"reload"}
                    }) {
                assertThat(refused(project.run(words), 3))
                        .as(words[0])
                        .contains("start it with foster up");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "uo",
                "ps --jsn",
                "start",
                "stop",
                "why",
                "signal",
                "send",
                "wait",
                "logs -n x",
                "schema x",
                "init x",
                "doctor x",
                "completion",
                "completion tcsh",
                "why a b",
                "-C",
                "ps -C"
            })
    void whatNoVerbUnderstandsIsCodeTwo(String words) {
        try (var project = TestProject.of(WEB)) {
            Program.Result result =
                    project.run(words.isEmpty() ? new String[0] : words.split(" ", -1));
            assertThat(result.code()).as(result.errors()).isEqualTo(2);
            if (!words.isEmpty()) {
                refused(result, 2);
            }
        }
    }

    // ---- verbs that need no daemon ----

    @Test
    void validateSchemaAndInitDoTheirWork() throws IOException {
        try (var project = TestProject.of(WEB)) {
            Program.Result valid = project.run("validate");
            assertGood(valid);
            assertThat(valid.output()).contains("is valid: 1 processes");
            assertThat(project.run("validate", "--json").output()).contains("\"valid\":true");
            assertThat(refused(project.run("init"), 2)).contains("it is there already");

            project.write("foster.yaml", "procsses: {}\n");
            assertThat(refused(project.run("validate"), 2)).contains("did you mean \"processes\"?");
            Program.Result json = project.run("validate", "--json");
            assertThat(json.code()).isEqualTo(2);
            assertThat(json.output()).contains("\"valid\":false").doesNotContain("\tat ");

            Files.delete(project.folder().resolve("foster.yaml"));
            project.write("Procfile", "web: sleep 1000\n");
            Program.Result printed = project.run("init", "--print");
            assertGood(printed);
            assertGood(project.run("init"));
            assertThat(Files.readString(project.folder().resolve("foster.yaml")))
                    .isEqualTo(printed.output());
            assertGood(project.run("validate"));

            Program.Result schema = project.run("schema");
            assertGood(schema);
            assertThat(schema.output()).contains("\"$schema\"", "\"processes\"");
        }
    }

    @Test
    void doctorAndCompletionDoTheirWork() {
        try (var project = TestProject.of(WEB)) {
            Program.Result doctor = project.run("doctor");
            assertGood(doctor);
            assertThat(doctor.output())
                    .contains("engine")
                    .containsPattern("limits +.*memory.* limits are (held|watched only)")
                    .containsPattern("isolation +.*setpriv")
                    .containsPattern("isolation +.*/tmp");
            assertThat(project.run("doctor", "--json").output()).startsWith("{\"findings\":[");
            for (String shell : List.of("bash", "zsh", "fish")) {
                Program.Result script = project.run("completion", shell);
                assertGood(script);
                assertThat(script.output()).contains("foster", "restart");
            }
        }
    }
}
