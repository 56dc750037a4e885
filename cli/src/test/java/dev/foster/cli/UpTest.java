package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code foster up} runs and shows. */
class UpTest {
    private static final Pattern GAP =
            Pattern.compile("\\.\\.\\. (\\d+) bytes not shown \\.\\.\\.");

    @TempDir Path folder;

    @Test
    void everyLineOfEveryProcessIsShownWithItsTimeAndName() {
        procfile(
                """
                # Each waits for the other, so that neither ends before all is said.
                web: echo "port $PORT"; echo oops >&2; touch web; while [ ! -e api-1 ]; do sleep 0.02; done; exec sleep 1000

                api-1: echo "port $PORT"; printf '\\377no newline'; touch api-1; while [ ! -e web ]; do sleep 0.02; done; sleep 0.5; exit 7
                """);

        Program.Result result = Program.in(folder).run("up");

        assertThat(result.output().lines())
                .allMatch(line -> line.matches("\\d\\d:\\d\\d:\\d\\d (web  |api-1) \\| .*"));
        assertThat(said(result, "web"))
                .contains("port 5000", "oops", "ended: killed by SIGTERM")
                .first()
                .asString()
                .matches("started, pid \\d+");
        assertThat(said(result, "api-1"))
                .contains("port 5100", "\ufffdno newline")
                .last()
                .isEqualTo("ended: exit 7");
        assertThat(result.errors()).isEmpty();
        assertThat(result.code()).as("that of the one that ended first").isEqualTo(7);
    }

    @Test
    void aFileElsewhereRunsWhereItLies() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Files.writeString(inner.resolve("Demo.procs"), "here: pwd -P; [ -z \"$(cat)\" ]\n");

        Program.Result result = Program.in(folder).run("up", "-f", "inner/Demo.procs");

        assertThat(said(result, "here")).contains(inner.toRealPath().toString());
        assertThat(result.code()).as("its input is empty").isZero();
    }

    @Test
    void aDeathBySignalIs128AndItsNumber() {
        procfile("victim: kill -s KILL $$");

        Program.Result result = Program.in(folder).run("up");

        assertThat(said(result, "victim")).contains("ended: killed by SIGKILL");
        assertThat(result.code()).isEqualTo(137);
    }

    @Test
    void theLastWordsOfAProcessAreShown() {
        procfile("talker: seq 1 20000");

        Program.Result result = Program.in(folder).run("up");

        assertThat(said(result, "talker").stream().filter(line -> line.matches("\\d+")))
                .hasSize(20_000)
                .last()
                .isEqualTo("20000");
    }

    @Test
    void whatASlowReaderMissesIsCountedAndTheNewestIsShown() {
        // The reader begins when all is written: far more than is kept for it. 100 bytes a line.
        int count = 200_000;
        procfile(
                "flood: yes \"$(printf %099d 7)\" | head -n "
                        + count
                        + "; echo last; touch written");
        String reader = "while [ ! -e written ]; do sleep 0.02; done; cat";

        Program.Result result = runInto(reader, "up");

        List<String> said = said(result, "flood");
        long shown = said.stream().filter(line -> line.matches("0{98}7")).count();
        long missed =
                said.stream()
                        .map(GAP::matcher)
                        .filter(Matcher::matches)
                        .mapToLong(gap -> Long.parseLong(gap.group(1)))
                        .sum();
        System.out.printf(
                "foster up, slow reader: %d lines shown, %d bytes counted as missed%n",
                shown, missed);
        assertThat(missed).isPositive();
        // A line on the edge of a gap is shown in part or not at all, and there are two for each
        // gap.
        long edges = 2 * 100 * said.stream().filter(line -> GAP.matcher(line).matches()).count();
        assertThat(shown * 100 + missed).isBetween(count * 100L - edges, count * 100L + edges);
        assertThat(said).endsWith("last", "ended: exit 0");
    }

    @Test
    void aReaderThatLeavesDoesNotLeaveUsBehind() {
        procfile("talker: while :; do echo word; sleep 0.05; done");

        Program.Result result = runInto("head -n 3", "up");

        assertThat(result.output().lines()).hasSize(3);
    }

    @Test
    void withoutAFileItSaysHowToMakeOne() {
        assertRefused(Program.in(folder).run("up"), "Procfile", "there is no such file", "-f");
    }

    @Test
    void aFileOnlyUnicodeCanNameIsExplainedInAnyLocale() {
        String script = "LC_ALL=C; export LC_ALL; exec \"$@\" \"$(printf '\\303\\274')\"";
        var command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        command.addAll(CommandLine.of("up", "-f"));
        try (Program program = Program.in(folder).startAs(command)) {
            assertRefused(program.finish(), "locale", "LC_ALL=C.UTF-8");
        }
    }

    @Test
    void aBrokenLineIsNamedByFileAndNumber() {
        procfile("web: true\nnot a process\n");

        assertRefused(Program.in(folder).run("up"), "Procfile:2:", "\"not a process\"");
    }

    @Test
    void aNameThatStandsTwiceIsNamedByFileAndNumber() {
        procfile("web: true\n\nweb: false\n");

        assertRefused(Program.in(folder).run("up"), "Procfile:3:", "web");
    }

    @Test
    void anythingElseIsAUsageError() {
        for (String[] words : new String[][] {{"up", "web"}, {"up", "-f"}, {"up", "--fast"}}) {
            assertRefused(Program.in(folder).run(words), words[1], "foster up --help");
        }
    }

    private void procfile(String text) {
        try {
            Files.writeString(folder.resolve("Procfile"), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Runs the program with its output piped into a script. */
    private Program.Result runInto(String script, String... arguments) {
        var command =
                new ArrayList<>(List.of("/bin/sh", "-c", "\"$@\" | { " + script + "; }", "sh"));
        command.addAll(CommandLine.of(arguments));
        try (Program program = Program.in(folder).startAs(command)) {
            return program.finish();
        }
    }

    /** What was shown for one process, without time and name. */
    private static List<String> said(Program.Result result, String name) {
        Pattern line = Pattern.compile("\\S+ " + Pattern.quote(name) + " *\\| (.*)");
        return result.output()
                .lines()
                .map(line::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .toList();
    }

    private static void assertRefused(Program.Result result, String... words) {
        assertThat(result.errors()).contains(words);
        ErrorGrammar.assertFollowedBy(result.errors());
        assertThat(result.output()).isEmpty();
        assertThat(result.code()).isEqualTo(2);
    }
}
