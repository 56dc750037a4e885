package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.document.Faults;
import dev.foster.supervise.spec.Probe;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** Variables in the file, and the files of variables beside it. */
class VariablesTest {
    @TempDir Path folder;
    private Reading reading;

    @BeforeEach
    void anEmptyFolder() {
        reading = new Reading(folder);
    }

    private String shell(String text) {
        return reading.process("processes: {w: {command: '" + text + "'}}")
                .child()
                .command()
                .get(2);
    }

    @Test
    void aFileThatManyNameIsReadOnce() {
        Project project =
                new Reading(folder)
                        .file("a.env", "A=b")
                        .project(
                                "defaults: {env_file: a.env}\n"
                                        + "processes: {a: {command: run}, b: {command: run}}");

        assertThat(read(project, "a")).isSameAs(read(project, "b"));
    }

    private static Map<String, String> read(Project project, String process) {
        return Objects.requireNonNull(project.settings().get(process))
                .variables()
                .files()
                .each()
                .getFirst()
                .variables();
    }

    @Test
    void onlyBracesAreExpandedAndTheShellKeepsTheRest() {
        reading.variable("A", "one").variable("EMPTY", "");

        assertThat(shell("${A} $A $HOME $1 $(date) a$")).isEqualTo("one $A $HOME $1 $(date) a$");
        assertThat(shell("${B:-two} ${EMPTY:-three} ${A:-no}")).isEqualTo("two three one");
        assertThat(shell("${B:-${C:-deep}} ${EMPTY}.")).isEqualTo("deep .");
        assertThat(shell("$$HOME $${A} $$${A}")).isEqualTo("$HOME ${A} $one");
        assertThat(shell("${A:?must be set}")).isEqualTo("one");
    }

    @Test
    void aVariableIsWhateverIsWantedThere() {
        reading.variable("N", "3").variable("PORT", "81").variable("ON", "false");

        assertThat(
                        reading.project("processes: {w: {command: run, replicas: '${N}'}}")
                                .stack()
                                .processes())
                .hasSize(3);
        assertThat(
                        reading.with("ready: {tcp: 'h:${PORT}'}, enabled: \"${ON}\"")
                                .readiness()
                                .probe())
                .contains(new Probe.Tcp("h", 81));
        assertThat(reading.with("enabled: \"${ON}\"").enabled()).isFalse();
        assertThat(
                        reading.project("processes: {w: {command: run, description: '${N}'}}")
                                .description("w"))
                .contains("3");
    }

    @Test
    void whatIsNotSetIsAFaultAtItsPlace() {
        assertThat(
                        reading.faults(
                                """
                                processes:
                                  w:
                                    command: [run, "${NOPE}"]
                                    working_dir: ${ALSO:? needs a directory}
                                    description: ${x%.*} and ${open
                                """))
                .isEqualTo(
                        """
                        foster.yaml:3:20: cannot expand ${NOPE}: NOPE is not set; set it in the environment or in .env, write ${NOPE:-default} for a default, or $${NOPE} to leave it to the shell
                        foster.yaml:4:18: cannot expand ${ALSO:? needs a directory}: needs a directory; set ALSO in the environment or in .env
                        foster.yaml:4:18: cannot read processes.w.working_dir: it is empty; write something, or remove the key
                        foster.yaml:5:18: cannot expand ${x%.*}: only ${NAME}, ${NAME:-default} and ${NAME:?message} are known here; write $${x%.*} to leave it to the shell
                        foster.yaml:5:18: cannot expand ${open: its brace is not closed; add }\
                        """);
    }

    @Test
    void keysAreNeverExpanded() {
        reading.variable("A", "b");

        assertThat(reading.with("environment: {'${A}': '${A}'}").child().environment().set())
                .containsEntry("${A}", "b");
    }

    @Test
    void theRealEnvironmentWinsOverDotEnv() {
        reading.file(".env", "A=kept\nB=kept\n").variable("A", "real");

        assertThat(shell("${A} ${B}")).isEqualTo("real kept");
        assertThat(reading.with("enabled: true").child().environment().set())
                .containsEntry("B", "kept")
                .doesNotContainKey("A");
        // Where the real one is not passed on, the kept one is better than none.
        assertThat(reading.with("inherit: none").child().environment().set())
                .containsEntry("A", "kept");
        assertThat(reading.project().files()).contains(folder.resolve(".env"));
    }

    @Test
    void dotEnvStandsBelowFilesAndEnvironment() {
        reading.file(".env", "A=1\nB=1\nC=1\n").file("more.env", "B=2\nC=2\n");

        assertThat(
                        reading.with("env_file: more.env, environment: {C: 3}")
                                .child()
                                .environment()
                                .set())
                .containsEntry("A", "1")
                .containsEntry("B", "2")
                .containsEntry("C", "3");
    }

    @Test
    void dotEnvKnowsCommentsQuotesAndExport() {
        var faults = new Faults();
        Map<String, String> read =
                DotEnv.parse(
                        Path.of(".env"),
                        """
                        # comment
                        PLAIN=a b # not this
                        HASH=a#b
                          export SPACED = c
                        SINGLE='a "b" \\n # c'   # comment
                        DOUBLE="a\\n\\"b\\" \\$x \\d"
                        LINES="one
                        two"
                        EMPTY=
                        URL=http://a/?b=c
                        """,
                        faults);

        assertThat(faults.isEmpty()).isTrue();
        assertThat(read)
                .containsExactly(
                        Map.entry("PLAIN", "a b"),
                        Map.entry("HASH", "a#b"),
                        Map.entry("SPACED", "c"),
                        Map.entry("SINGLE", "a \"b\" \\n # c"),
                        Map.entry("DOUBLE", "a\n\"b\" $x \\d"),
                        Map.entry("LINES", "one\ntwo"),
                        Map.entry("EMPTY", ""),
                        Map.entry("URL", "http://a/?b=c"));
    }

    @Test
    void whatIsWrongInDotEnvIsToldThere() {
        reading.file(".env", "A=1\n  what is this\nB='x' y\nC=\"open\n");

        assertThat(reading.faults("processes: {w: {command: run}}"))
                .isEqualTo(
                        """
                        .env:2:1: cannot read the line "  what is this": it is not NAME=value; write it so, or put # before it
                        .env:3:6: cannot read the line "B='x' y": something stands after the closing quote; remove it
                        .env:4:1: cannot read the line "C="open": its quote is not closed; add "\
                        """);
    }

    @Test
    void aDirectoryNamedDotEnvIsNoneOfOurs() throws IOException {
        Files.createDirectory(folder.resolve(".env"));

        assertThat(reading.with("enabled: true").name()).isEqualTo("w");
    }
}
