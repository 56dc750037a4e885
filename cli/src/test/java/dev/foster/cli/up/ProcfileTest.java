package dev.foster.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.UsageProblem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ProcfileTest {
    @TempDir Path folder;

    @Test
    void everyLineIsANameAndACommandInTheOrderOfTheFile() {
        Procfile file =
                parse(
                        """
                        web: ./server --port $PORT
                        worker-1:python3 worker.py  --fast
                          a.b_C-9   :   echo "a: b" # not a comment for us
                        """);

        assertThat(file.commands())
                .containsExactly(
                        entry("web", "./server --port $PORT"),
                        entry("worker-1", "python3 worker.py  --fast"),
                        entry("a.b_C-9", "echo \"a: b\" # not a comment for us"));
    }

    @Test
    void emptyLinesAndCommentsAreSkippedAndStillCounted() {
        assertThat(parse("\n# web: no\n   \n\t# x\nweb: yes\n").commands())
                .containsExactly(entry("web", "yes"));
        assertThat(problem("\n# web: no\n\nweb yes\n"))
                .startsWith("cannot read Procfile:4: \"web yes\"");
    }

    @Test
    void linesOfWindowsAreReadToo() throws IOException {
        Path file = Files.writeString(folder.resolve("Procfile"), "web: one\r\nother: two\r\n");

        assertThat(Procfile.read(file).commands())
                .containsExactly(entry("web", "one"), entry("other", "two"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "web",
                "web:",
                "web:   ",
                ": ls",
                "we b: ls",
                "wéb: ls",
                "web = ls",
                "- web: ls",
                "web/1: ls"
            })
    void aBrokenLineIsNamedByFileAndNumber(String line) {
        assertThat(problem("first: ls\n" + line))
                .isEqualTo(
                        "cannot read Procfile:2: \""
                                + line.strip()
                                + "\" is not a name, a colon and a command; write it like web:"
                                + " ./server");
    }

    @Test
    void aNameCanStandOnlyOnce() {
        assertThat(problem("web: one\nother: two\nweb: three"))
                .isEqualTo(
                        "cannot read Procfile:3: there is already a process named web; rename one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# web: ls\n"})
    void aFileWithoutAProcessIsOfNoUse(String text) {
        assertThat(problem(text))
                .isEqualTo(
                        "cannot bring up Procfile: it names no process; add a line like web:"
                                + " ./server");
    }

    @Test
    void aFileThatCannotBeReadIsExplained() throws IOException {
        Path missing = folder.resolve("missing");
        Path binary =
                Files.write(
                        folder.resolve("binary"),
                        new byte[] {'a', ':', ' ', (byte) 0xff, (byte) 0xfe});

        assertThat(problem(missing))
                .startsWith("cannot bring up " + missing + ": there is no such file; ");
        assertThat(problem(binary))
                .startsWith("cannot read " + binary + ": it is not text in UTF-8; ");
        assertThat(problem(folder)).startsWith("cannot read " + folder + ": ");
    }

    private static Procfile parse(String text) {
        return Procfile.parse("Procfile", text.lines().toList());
    }

    private static String problem(String text) {
        return message(catchThrowableOfType(UsageProblem.class, () -> parse(text)), text);
    }

    private static String problem(Path file) {
        return message(
                catchThrowableOfType(UsageProblem.class, () -> Procfile.read(file)),
                file.toString());
    }

    private static String message(UsageProblem problem, String of) {
        assertThat(problem).as(of).isNotNull();
        String message = String.valueOf(problem.getMessage());
        ErrorGrammar.assertFollowedBy(message);
        return message;
    }
}
