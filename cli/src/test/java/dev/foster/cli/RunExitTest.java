package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** What {@code foster run} answers: the command's exit code, or why there is none. */
class RunExitTest {
    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 255})
    void theCommandsExitCodeIsPassedOn(int code) {
        Program.Result result = Program.run("run", "--", "sh", "-c", "exit " + code);

        assertThat(result.code()).isEqualTo(code);
        assertThat(result.output() + result.errors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"KILL, 137", "TERM, 143", "ABRT, 134"})
    void aDeathBySignalIs128AndItsNumber(String signal, int code) {
        // No core file in anybody's folder.
        String script = "ulimit -c 0; kill -s " + signal + " $$";

        assertThat(Program.run("run", "sh", "-c", script).code()).isEqualTo(code);
    }

    @Test
    void aCommandThatIsNowhereInPathIs127() {
        Program.Result result =
                Program.with("PATH", "/bin:/usr/bin").run("run", "--", "no-such-command");

        assertRefused(result, 127, "no-such-command", "not found", "/bin:/usr/bin");
    }

    @Test
    void aFileThatIsNotThereIs127() {
        Program.Result result = Program.in(folder).run("run", "--", "./missing", "argument");

        assertRefused(result, 127, "./missing", "not found");
    }

    @Test
    void aFileThatMayNotBeExecutedIs126() throws IOException {
        Path file = script("plain", "rw-r--r--", "#!/bin/sh\necho no\n");

        assertRefused(
                Program.run("run", file.toString()), 126, file.toString(), "rw-r--r--", "chmod +x");
    }

    @Test
    void aDirectoryIs126() {
        assertRefused(Program.run("run", folder.toString()), 126, folder.toString(), "directory");
    }

    @Test
    void aScriptWhoseInterpreterIsMissingIs126() throws IOException {
        Path file = script("script", "rwxr-xr-x", "#!/no/such/interpreter -x\n");

        assertRefused(
                Program.run("run", file.toString()), 126, file.toString(), "/no/such/interpreter");
    }

    @Test
    void aFileThatIsNoProgramIs126() throws IOException {
        Path file = script("text", "rwxr-xr-x", "echo a shell would run this\n");

        assertRefused(Program.run("run", file.toString()), 126, file.toString(), "#!");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--", "--json"})
    void withoutACommandItIsAUsageError(String word) {
        Program.Result result = word.isEmpty() ? Program.run("run") : Program.run("run", word);

        assertRefused(result, 2, "no command was given", "foster run -- ls -l");
    }

    @Test
    void anUnknownOptionIsAUsageError() {
        assertRefused(Program.run("run", "--fast", "--", "ls"), 2, "--fast", "foster run --help");
    }

    @Test
    void aBrokenDurationIsAUsageError() {
        assertRefused(Program.run("run", "--grace", "soon", "ls"), 2, "--grace", "\"soon\"");
    }

    @Test
    void anEmptyCommandIsAUsageError() {
        assertRefused(Program.run("run", "--", ""), 2, "empty");
    }

    private static void assertRefused(Program.Result result, int code, String... words) {
        assertThat(result.errors()).contains(words);
        ErrorGrammar.assertFollowedBy(result.errors());
        assertThat(result.output()).isEmpty();
        assertThat(result.code()).isEqualTo(code);
    }

    private Path script(String name, String mode, String content) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
}
