package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

/** Signals to {@code foster run} are signals to its command. */
class RunSignalsTest {
    /** Waits in the shell itself, so that traps run at once. */
    private static final String WAIT = "while :; do sleep 1000 & wait $!; done";

    @Test
    void everySignalThatCanBeHadIsHandedOn() {
        String traps =
                "for name in HUP INT USR1 USR2 WINCH CONT; do trap \"echo got $name\" $name; done;"
                        + " trap 'echo got TERM; exit 9' TERM; echo READY; ";
        try (Program program = run(traps + WAIT)) {
            program.awaitOutput(Shell.READY);
            for (String name : List.of("HUP", "INT", "USR1", "USR2", "WINCH", "CONT", "TERM")) {
                program.signal(name);
                program.awaitOutput("got " + name + "\n");
            }
            assertThat(program.awaitEnd().code()).isEqualTo(9);
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130", "HUP, 129", "USR1, 138"})
    void aCommandThatDiesOfItGivesItsCode(String name, int code) {
        try (Program program = run("echo READY; exec sleep 1000")) {
            program.awaitOutput(Shell.READY);
            program.signal(name);

            assertThat(program.awaitEnd().code()).isEqualTo(code);
        }
    }

    @Test
    void itReachesWhatTheCommandStarted() {
        String grandchild = "trap 'echo grandchild; exit' USR1; echo inner READY; " + WAIT;
        try (Program program =
                run("trap : USR1; sh -c \"" + grandchild.replace("$", "\\$") + "\" & wait; wait")) {
            program.awaitOutput("inner READY");
            program.signal("USR1");
            program.awaitOutput("grandchild\n");

            assertThat(program.awaitEnd().code()).isZero();
        }
    }

    @Test
    void aCommandThatIgnoresTerminateIsKilledAfterItsGrace() {
        String script = "trap '' TERM; echo READY; exec sleep 1000";
        try (Program program = Program.start("run", "--grace", "200ms", "--", "sh", "-c", script)) {
            program.awaitOutput(Shell.READY);
            program.signal("TERM");

            assertThat(program.awaitEnd().code()).isEqualTo(137);
        }
    }

    @Test
    void aCommandHasItsGraceToCleanUp() {
        // Longer than the grace of the test above, and far shorter than the default.
        String script =
                "trap 'echo cleaning; sleep 0.4; echo cleaned; exit 6' TERM; echo READY; " + WAIT;
        try (Program program = run(script)) {
            program.awaitOutput(Shell.READY);
            program.signal("TERM");
            program.awaitOutput("cleaning");
            program.signal("TERM");

            Program.Result result = program.awaitEnd();

            assertThat(result.output()).endsWith("cleaned\n");
            assertThat(result.code()).isEqualTo(6);
        }
    }

    @Test
    void aStoppedCommandEndsToo() {
        try (Program program = run("echo pid $$; kill -s STOP $$; exit 1")) {
            long pid = program.awaitNumber("pid");
            Eventually.until(
                    Program.LIMIT,
                    "the command is stopped",
                    () -> ProcTable.find(pid).filter(entry -> entry.state() == 'T').isPresent());
            program.signal("TERM");

            assertThat(program.awaitEnd().code()).isEqualTo(143);
        }
    }

    @Test
    void aSignalThatComesTooEarlyStillEndsIt() {
        try (Program program = run("exec sleep 1000")) {
            program.signal("TERM");

            assertThat(program.awaitEnd().code()).isEqualTo(143);
        }
    }

    @Test
    void aHangupThatOurCallerHasWeIgnoreIsNotHandedOn() {
        // What nohup does.
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh"));
        String script = "trap 'echo got USR1; exit 8' USR1; echo READY; " + WAIT;
        command.addAll(CommandLine.of("run", "--", "sh", "-c", script));
        try (Program program = new Program.Setup().startAs(command)) {
            program.awaitOutput(Shell.READY);
            program.signal("HUP");
            program.signal("USR1");

            assertThat(program.awaitEnd().code()).isEqualTo(8);
        }
    }

    private static Program run(String script) {
        return Program.start("run", "--", "sh", "-c", script);
    }
}
