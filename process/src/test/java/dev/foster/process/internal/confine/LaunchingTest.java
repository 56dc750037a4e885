package dev.foster.process.internal.confine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The chain up to the child, with a plain file where the cgroup's would be. */
@DisabledOnOs(OS.WINDOWS)
class LaunchingTest {
    private static final String ADVICE = "; see who else changes cgroups there";

    @TempDir private Path folder;

    /** Starts the chain; what it told. */
    private String started(Path group) throws IOException, InterruptedException {
        Path told = folder.resolve("told");
        List<String> command =
                Launching.command(
                        ChildSpec.of("bot", "hello"),
                        "/bin/echo",
                        Optional.of(group),
                        OddNames.none(),
                        Report.inFile(told));
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(folder.resolve("output").toFile())
                        .redirectErrorStream(true)
                        .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(told);
        assertThat(process.exitValue()).isEqualTo(Report.tellsOfStart(text) ? 0 : 126);
        return text;
    }

    @Test
    void theFirstStepJoinsTheCgroup() throws Exception {
        Path door = Files.createFile(folder.resolve("cgroup.procs"));

        assertThat(Report.tellsOfStart(started(door))).isTrue();

        assertThat(door).hasContent("0");
        assertThat(folder.resolve("output")).hasContent("hello");
    }

    @Test
    void aVariableThatNoShellHandsOnComesThroughAndIsInNoArgument() throws Exception {
        var odd = new OddNames(List.of("odd.name", "-b\"$\\ 'c"));
        List<String> command =
                Launching.command(
                        ChildSpec.of("env"),
                        "/usr/bin/env",
                        Optional.empty(),
                        odd,
                        Report.inFile(folder.resolve("told")));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put(odd.standIn("odd.name"), "se'cret \"$x\"");
        builder.environment().put(odd.standIn("-b\"$\\ 'c"), "other");

        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said.lines())
                .contains("odd.name=se'cret \"$x\"", "-b\"$\\ 'c=other")
                .noneMatch(line -> line.startsWith("FOSTER_ODD"));
    }

    @Test
    void aCgroupThatWasRemovedMeanwhileIsToldOf() throws Exception {
        Path group = folder.resolve("it's gone");

        String told = started(group.resolve("cgroup.procs"));

        assertThat(Report.problem(told, "bot").message())
                .isEqualTo(
                        "cannot start bot: its cgroup "
                                + group
                                + " is gone or lets nobody in"
                                + ADVICE);
        assertThat(folder.resolve("output")).isEmptyFile();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aCgroupThatLetsNobodyInIsToldOf() throws Exception {
        // Opens like the kernel's file, and refuses what is written.
        String told = started(Path.of("/dev/full"));

        assertThat(Report.problem(told, "bot").message())
                .isEqualTo("cannot start bot: its cgroup /dev is gone or lets nobody in" + ADVICE);
    }
}
