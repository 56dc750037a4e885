package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** What goes into a command of {@code foster run} and what comes out of it is untouched. */
class RunStreamsTest {
    private static final int MEGABYTE = 1 << 20;

    @TempDir Path folder;

    @Test
    void everyByteGoesThrough() throws IOException {
        byte[] random = new byte[MEGABYTE];
        new SplittableRandom(7).nextBytes(random);
        try (Program program = Program.start("run", "--", "tee", "/dev/stderr")) {
            program.input().write(random);

            Program.Result result = program.finish();

            assertThat(result.outputBytes()).isEqualTo(random);
            assertThat(result.errorBytes()).isEqualTo(random);
            assertThat(result.code()).isZero();
        }
    }

    @Test
    void theInputIsNotWaitedForWhenTheCommandDoesNotReadIt() {
        try (Program program = Program.start("run", "--", "true")) {
            assertThat(program.awaitEnd().code()).isZero();
        }
    }

    @Test
    void aLineIsThereBeforeTheCommandEnds() {
        try (Program program = Program.start("run", "--", "cat")) {
            program.say("first");
            program.awaitOutput("first\n");
            program.say("second");
            program.awaitOutput("second\n");
            assertThat(program.finish().code()).isZero();
        }
    }

    @Test
    void aClosedInputIsNotReplacedByAFileOfOurs() {
        try (Program program =
                throughShell("exec \"$@\" <&-", "run", "--", "sh", "-c", "head -c 100; exit 4")) {
            Program.Result result = program.awaitEnd();

            assertThat(result.output()).isEmpty();
            assertThat(result.code()).isEqualTo(4);
        }
    }

    @Test
    void aClosedOutputHarmsNothing() {
        try (Program program =
                throughShell("exec \"$@\" >&-", "run", "--", "sh", "-c", "echo lost; exit 4")) {
            assertThat(program.finish().code()).isEqualTo(4);
        }
    }

    @Test
    void aReaderThatLeavesEndsTheCommandAsItWouldWithoutUs() {
        try (Program program =
                throughShell("{ \"$@\"; echo \"code $?\" >&2; } | head -n 1", "run", "--", "yes")) {
            Program.Result result = program.finish();

            assertThat(result.output()).isEqualTo("y\n");
            assertThat(result.errors()).as("SIGPIPE").isEqualTo("code 141\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"C.UTF-8", "C"})
    void argumentsArriveAsTheyWereTyped(String locale) {
        // Written as bytes: the JVM of the tests may itself be unable to pass them.
        String more =
                "exec \"$@\" \"$(printf '\\303\\274\\342\\202\\254\\360\\237\\230\\200')\" 'line\n"
                        + "line'";
        try (Program program =
                throughShell(
                        "LC_ALL=" + locale + "; export LC_ALL; " + more,
                        "run",
                        "--",
                        "printf",
                        "<%s>",
                        "two words",
                        "",
                        "*",
                        "$HOME",
                        "`id`",
                        "--json",
                        "--",
                        "'\"\\")) {
            assertThat(program.finish().output())
                    .isEqualTo(
                            "<two words><><*><$HOME><`id`><--json><--><'\"\\><ü€😀><line\nline>");
        }
    }

    @Test
    void aFileOnlyUnicodeCanNameIsExplainedInAnyLocale() {
        try (Program program =
                throughShell(
                        "LC_ALL=C; export LC_ALL; exec \"$@\" \"$(printf './\\303\\274')\"",
                        "run",
                        "--")) {
            Program.Result result = program.finish();

            ErrorGrammar.assertFollowedBy(result.errors());
            assertThat(result.code()).isEqualTo(127);
        }
    }

    @Test
    void theEnvironmentIsPassedOnByteByByte() {
        String setting = "ODD=\"$(printf 'a\\377 =b')\"; EMPTY=; export ODD EMPTY; ";
        try (Program program =
                throughShell(setting + "env -0 >&2; exec \"$@\"", "run", "--", "env", "-0")) {
            Program.Result result = program.finish();

            List<String> ours = variables(result.errorBytes());
            List<String> childs = new ArrayList<>(variables(result.outputBytes()));
            assertThat(childs.removeIf(variable -> variable.startsWith("FOSTER_COOKIE="))).isTrue();
            assertThat(ours).contains("ODD=a\u00ff =b", "EMPTY=");
            assertThat(childs).containsExactlyInAnyOrderElementsOf(ours);
        }
    }

    @Test
    void itRunsWhereWeWereCalled() throws IOException {
        assertThat(Program.in(folder).run("run", "--", "pwd", "-P").output())
                .isEqualTo(folder.toRealPath() + "\n");
    }

    private static List<String> variables(byte[] bytes) {
        return Arrays.stream(new String(bytes, StandardCharsets.ISO_8859_1).split("\0", -1))
                // The shell that printed ours counts itself as the last command.
                .filter(variable -> !variable.isEmpty() && !variable.startsWith("_="))
                .toList();
    }

    /** The program, called by a shell script that finds its command line in its arguments. */
    private static Program throughShell(String script, String... arguments) {
        var command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        command.addAll(CommandLine.of(arguments));
        return new Program.Setup().startAs(command);
    }
}
