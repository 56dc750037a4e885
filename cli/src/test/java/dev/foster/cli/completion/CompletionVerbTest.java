package dev.foster.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.FakeDaemon;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

class CompletionVerbTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "foster lo,logs",
        "foster logs --fo,--follow",
        "foster wait web --for s,stopped",
        "foster wait web --for '',ready stopped completed",
        "foster stop w,web worker",
        "foster run --re,--restart",
        "foster plugin en,enable",
        "foster plugin disable w,web worker",
        "foster plugin new dice --lang p,python",
        "foster version --,--help"
    })
    void bashCompletesVerbsOptionsValuesAndNames(String line, String words) throws Exception {
        assertThat(bash(line)).isEqualTo(words);
    }

    /** What bash would offer, with a foster that knows two processes. */
    private String bash(String line) throws IOException, InterruptedException {
        var called = new Called(folder);
        called.run("completion", "bash");
        String script =
                """
                set -eu
                foster() { printf '%s\\n' web worker; }
                complete() { :; }
                """
                        + called.out()
                        + "COMP_WORDS=("
                        + line
                        + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _foster; echo"
                        + " \"${COMPREPLY[*]}\"";
        Process bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said.strip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"zsh", "fish"})
    void otherShellsHaveTheirScripts(String shell) {
        var called = new Called(folder);

        assertThat(called.run("completion", shell)).isZero();

        assertThat(called.out())
                .contains("restart", "follow", "ready stopped completed", "foster completion names")
                .doesNotContain("%s");
    }

    @Test
    void namesAreThoseOfTheProject() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 1);
            daemon.ready("worker", 2);
            called.run("completion", "names");
        }
        assertThat(called.out()).isEqualTo("web\nworker\n");
    }

    @Test
    void withoutADaemonThereAreNoNamesAndNoErrors() {
        var called = new Called(folder);

        assertThat(called.run("completion", "names")).isZero();
        assertThat(called.out() + called.err()).isEmpty();
    }

    @Test
    void anotherShellIsNotKnown() {
        var called = new Called(folder);

        assertThat(called.run("completion", "tcsh")).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
    }
}
