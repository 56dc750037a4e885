package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** When {@code foster run} starts a command again, and for how long it may run. */
class RunRestartTest {
    /** Counts its runs in a file; says and gives the number. */
    private static final String COUNT = "echo x >>runs; n=$(wc -l <runs); n=$((n)); echo run $n; ";

    @TempDir Path folder;

    @Test
    void aCommandThatFailsIsStartedAgainUpToTheLimit() {
        Program.Result result = run("on-failure:2", COUNT + "exit $n");

        assertThat(result.output()).isEqualTo("run 1\nrun 2\nrun 3\n");
        assertThat(result.code()).as("that of the last run").isEqualTo(3);
        assertThat(result.errors().lines())
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .startsWith("foster: sh -c ")
                                        .endsWith(
                                                "ended (exit 1); starting it again in 1 s, restart"
                                                        + " 1"),
                        second ->
                                assertThat(second)
                                        .endsWith(
                                                "ended (exit 2); starting it again in 2 s, restart"
                                                        + " 2"));
    }

    @Test
    void aCommandThatSucceedsIsNotStartedAgainOnFailureOnly() {
        Program.Result result = run("on-failure", COUNT + "[ $n -eq 2 ]");

        assertThat(result.output()).isEqualTo("run 1\nrun 2\n");
        assertThat(result.code()).isZero();
    }

    @Test
    void terminateEndsTheRestartingToo() {
        try (Program program = start("always", COUNT + "[ $n -eq 1 ] || exec sleep 1000")) {
            program.awaitOutput("run 2\n");
            program.signal("TERM");

            Program.Result result = program.awaitEnd();

            assertThat(result.output()).isEqualTo("run 1\nrun 2\n");
            assertThat(result.code()).isEqualTo(143);
        }
    }

    @Test
    void aCommandThatASignalFromUsEndedIsNotStartedAgain() {
        try (Program program =
                start("always", COUNT + "trap 'exit 1' INT; echo READY; sleep 1000 & wait")) {
            program.awaitOutput("READY");
            program.signal("INT");

            Program.Result result = program.awaitEnd();

            assertThat(result.output()).isEqualTo("run 1\nREADY\n");
            assertThat(result.code()).isEqualTo(1);
        }
    }

    @Test
    void aSignalDuringTheWaitEndsIt() {
        try (Program program = start("always", COUNT + "exit $n")) {
            // Of the first waits the longest: the signal has to come while it lasts.
            program.awaitErrors("starting it again in 4 s");
            program.signal("HUP");

            Program.Result result = program.awaitEnd();

            assertThat(result.output()).isEqualTo("run 1\nrun 2\nrun 3\n");
            assertThat(result.code()).as("that of the last run").isEqualTo(3);
        }
    }

    @Test
    void theTimeLimitHoldsWhileItWaitsToStartAgain() {
        // It waits 1 s, 2 s, 4 s and 8 s; so four runs have almost 8 s for themselves.
        List<String> words =
                List.of(
                        "run",
                        "--timeout=14900ms",
                        "--restart=always",
                        "--",
                        "sh",
                        "-c",
                        COUNT + "exit 1");
        Program.Result result = Program.in(folder).run(words.toArray(String[]::new));

        assertThat(result.output())
                .as("the fifth run would come after the limit")
                .isEqualTo("run 1\nrun 2\nrun 3\nrun 4\n");
        assertThat(result.errors()).contains("time limit of 14.9 s");
        assertThat(result.code()).isEqualTo(124);
    }

    @Test
    void aCommandThatRunsTooLongIsEnded() {
        Program.Result result = Program.run("run", "--timeout", "300ms", "--", "sleep", "1000");

        assertThat(result.errors())
                .isEqualTo("foster: sleep 1000 ran into its time limit of 300 ms\n");
        assertThat(result.code()).isEqualTo(124);
    }

    @Test
    void aCommandThatRunsTooLongAndIgnoresTerminateIsKilled() {
        Program.Result result =
                Program.run(
                        "run",
                        "--json",
                        // Time enough to set the trap.
                        "--timeout=6s",
                        "--grace=200ms",
                        "--",
                        "sh",
                        "-c",
                        "trap '' TERM; exec sleep 1000");

        assertThat(result.errors()).contains("\"signal\":\"SIGKILL\"", "\"took\":\"kill\"");
        assertThat(result.code()).isEqualTo(124);
    }

    @Test
    void aCommandThatEndsInTimeGivesItsOwnCode() {
        assertThat(Program.run("run", "--timeout", "1h", "--", "sh", "-c", "exit 3").code())
                .isEqualTo(3);
    }

    private Program start(String policy, String script) {
        return Program.in(folder).start("run", "--restart", policy, "--", "sh", "-c", script);
    }

    private Program.Result run(String policy, String script) {
        try (Program program = start(policy, script)) {
            return program.finish();
        }
    }
}
