package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foster.process.EngineOptions.Kind;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Each way a child cannot be started is told apart, in words that help, and leaves nothing behind.
 */
class SpawnProblemsTest extends EngineContract {
    private static final Pattern GRAMMAR =
            Pattern.compile("cannot \\w[^:]*: [^;]+(; .+)?", Pattern.DOTALL);

    @TempDir Path folder;

    @Test
    void anEmptyCommand() {
        assertThat(problemOf(ChildSpec.of())).isEqualTo(new ChildProblem.EmptyCommand());
        assertThat(problemOf(ChildSpec.of("")).code()).isEqualTo("empty-command");
    }

    @Test
    void aMissingCommandNamesThePathThatWasSearched() {
        ChildProblem problem = problemOf(ChildSpec.of("no-such-tool"));

        assertThat(problem)
                .isEqualTo(new ChildProblem.CommandNotFound("no-such-tool", System.getenv("PATH")));
        assertThat(problem.code()).isEqualTo("command-not-found");
        assertThat(problem.message()).contains("no-such-tool").contains(System.getenv("PATH"));
    }

    @Test
    void aMissingCommandNamesTheChildsOwnPathWhereItHasOne() {
        ChildProblem problem =
                problemOf(ChildSpec.of("true").environment("PATH", "/nowhere:" + folder));

        assertThat(problem)
                .isEqualTo(new ChildProblem.CommandNotFound("true", "/nowhere:" + folder));
    }

    @Test
    void aMissingFileIsNotFound() {
        String missing = folder.resolve("missing").toString();

        ChildProblem problem = problemOf(ChildSpec.of(missing));

        assertThat(problem.code()).isEqualTo("command-not-found");
        assertThat(problem.message()).contains(missing).doesNotContain("PATH");
    }

    @Test
    void aFileThatMayNotBeExecutedIsNamedWithItsMode() throws Exception {
        Path file = file("plain", "#!/bin/sh\n", "rw-r--r--");

        ChildProblem problem = problemOf(ChildSpec.of(file.toString()));

        assertThat(problem)
                .isInstanceOfSatisfying(
                        ChildProblem.NotExecutable.class,
                        it -> assertThat(it.file()).isEqualTo(file));
        assertThat(problem.code()).isEqualTo("not-executable");
        assertThat(problem.message()).contains(file.toString()).contains("rw-r--r--");
    }

    @Test
    void aFileInThePathThatMayNotBeExecutedIsNotCalledMissing() throws Exception {
        file("plain-tool", "#!/bin/sh\n", "rw-r--r--");

        ChildProblem problem =
                problemOf(ChildSpec.of("plain-tool").environment("PATH", folder.toString()));

        assertThat(problem.code()).isEqualTo("not-executable");
    }

    @Test
    void aDirectoryIsNoProgram() {
        ChildProblem problem = problemOf(ChildSpec.of(folder.toString()));

        assertThat(problem.code()).isEqualTo("not-executable");
        assertThat(problem.message()).contains("directory");
    }

    @Test
    void aScriptWhoseInterpreterIsMissingNamesIt() throws Exception {
        Path file = file("script", "#!/no/such/interpreter -x\necho\n", "rwxr-xr-x");

        ChildProblem problem = problemOf(ChildSpec.of(file.toString()));

        assertThat(problem).isInstanceOf(ChildProblem.BadInterpreter.class);
        assertThat(problem.code()).isEqualTo("bad-interpreter");
        assertThat(problem.message()).contains(file.toString()).contains("/no/such/interpreter");
    }

    @Test
    void aFileThatIsNeitherScriptNorProgram() throws Exception {
        Path file = file("words", "just some words\n", "rwxr-xr-x");

        ChildProblem problem = problemOf(ChildSpec.of(file.toString()));

        assertThat(problem.code()).isEqualTo("not-executable");
        assertThat(problem.message()).contains("#!");
    }

    @Test
    void aProgramForAnotherMachine() throws Exception {
        Path file =
                file(
                        "foreign",
                        "\u007fELF and then nothing that any machine would run",
                        "rwxr-xr-x");

        assertThat(problemOf(ChildSpec.of(file.toString())).code()).isEqualTo("not-executable");
    }

    @Test
    void aMissingDirectory() {
        Path missing = folder.resolve("missing");

        ChildProblem problem = problemOf(ChildSpec.of("true").directory(missing));

        assertThat(problem).isInstanceOf(ChildProblem.NoSuchDirectory.class);
        assertThat(problem.code()).isEqualTo("no-such-directory");
        assertThat(problem.message()).contains(missing.toString()).contains("not exist");
    }

    @Test
    void aDirectoryThatIsAFile() throws Exception {
        Path file = file("file", "", "rw-r--r--");

        ChildProblem problem = problemOf(ChildSpec.of("true").directory(file));

        assertThat(problem.code()).isEqualTo("no-such-directory");
        assertThat(problem.message()).contains(file.toString()).contains("not a directory");
    }

    @Test
    void textThatNoProcessCanBeGiven() {
        assertInvalid(ChildSpec.of("echo", "nul\0inside"));
        assertInvalid(ChildSpec.of("nul\0inside"));
        assertInvalid(ChildSpec.of("true").environment("", "value"));
        assertInvalid(ChildSpec.of("true").environment("A=B", "value"));
        assertInvalid(ChildSpec.of("true").environment("A\0B", "value"));
        assertInvalid(ChildSpec.of("true").environment("A", "nul\0inside"));
    }

    private void assertInvalid(ChildSpec spec) {
        ChildProblem problem = problemOf(spec);
        assertThat(problem).isInstanceOf(ChildProblem.InvalidText.class);
        assertThat(problem.code()).isEqualTo("invalid-text");
        assertThat(problem.message()).doesNotContain("\0");
    }

    @Test
    void argumentsTooLong() {
        ChildProblem problem = problemOf(ChildSpec.of("echo", "x".repeat(3_000_000)));

        assertThat(problem).isEqualTo(new ChildProblem.ArgumentsTooLong("echo"));
        assertThat(problem.code()).isEqualTo("arguments-too-long");
    }

    @Test
    void tooFewDescriptors() throws Exception {
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -n 96; exec \"$@\"", "sh"));
        // The JDK, when it runs out, closes descriptors that are not its own: one try is all it
        // bears.
        String tries = kind == Kind.LINUX ? "3,20,8,7,6,5,4,3,2,1,0,20" : "3";
        command.addAll(SecondJvm.command("few-files", kind.name(), tries));
        try (SecondJvm jvm = secondJvm(command)) {
            assertThat(jvm.line()).startsWith("spare 3 too-many-files cannot start /bin/true: ");
            if (kind == Kind.LINUX) {
                List<String> lines = jvm.allLines();
                assertThat(jvm.exitCode()).as("%s", lines).isZero();
                assertThat(lines.stream().filter(line -> line.startsWith("spare ")))
                        .hasSize(11)
                        .allMatch(
                                line -> line.matches("spare \\d+ (fine|too-many-files cannot .*)"))
                        .endsWith("spare 20 fine");
                assertThat(lines.stream().filter(line -> line.startsWith("left ")).distinct())
                        .as("what is there after each try")
                        .hasSize(1);
            }
        }
    }

    /** The problem of a start that must fail; that nothing is left of it is checked on the way. */
    private ChildProblem problemOf(ChildSpec spec) {
        Leaks now = Leaks.snapshot();
        var thrown =
                assertThatExceptionOfType(ProblemException.class)
                        .isThrownBy(() -> spawn(spec))
                        .actual();
        now.assertNothingLeft();
        Eventually.until(SOON, "no child is left", () -> engine.children().isEmpty());
        assertThat(thrown.getMessage()).isEqualTo(thrown.problem().message()).matches(GRAMMAR);
        return thrown.problem();
    }

    private Path file(String name, String text, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text, StandardCharsets.ISO_8859_1);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
}
