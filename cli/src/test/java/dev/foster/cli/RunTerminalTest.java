package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** {@code foster run} on a real terminal: a command has it as if it had been called directly. */
class RunTerminalTest {
    @TempDir Path folder;
    @AutoClose Window window;

    @BeforeEach
    void openWindow() {
        window = Window.open(folder, Map.of());
    }

    @Test
    void anInteractiveShellWorks() {
        window.enter("foster run -- env PS1='inner> ' bash --norc");
        window.awaitMatch("inner> $");
        window.enter("echo sum $((40 + 2)), $(tput cols) columns");
        window.await("sum 42, 100 columns");
        window.awaitMatch("inner> $");
        // It has job control of its own.
        window.enter("sleep 1000");
        window.awaitForeground("sleep");
        window.press("C-z");
        window.await("Stopped");
        window.enter("fg");
        window.awaitForeground("sleep");
        window.press("C-c");
        window.awaitMatch("inner> $");
        window.enter("exit 9");
        window.awaitCode(9);
    }

    @Test
    void typedLinesAreEchoedAndRead() {
        window.enter("foster run -- sh -c 'echo READY; exec cat'");
        window.await("READY\r\n");
        window.enter("a line");
        window.awaitMatch("a line\r\na line\r\n");
        window.press("C-d");
        window.awaitCode(0);

        window.enter("foster run -- sh -c 'echo READY; read x; echo got $x'");
        window.await("READY\r\n");
        window.enter("words");
        window.await("got words");
        window.awaitCode(0);
    }

    @Test
    void theCommandSeesTheTerminal() {
        window.enter("foster run -- sh -c 'tty; stty -a; ps -o tpgid= -p $$; echo own $$'");
        window.awaitMatch("/dev/pts/\\d+\r\n");
        window.await("rows 30; columns 100");
        window.awaitMatch(" icanon");
        window.awaitMatch("(?s)\\s(\\d+)\r\nown \\1\r\n");
        window.awaitCode(0);
    }

    @Test
    void interruptEndsTheCommandAndTheShellGoesOn() {
        window.enter("foster run -- sh -c 'echo READY; exec sleep 1000'");
        window.await("READY\r\n");
        window.press("C-c");
        window.awaitCode(130);
    }

    @Test
    void aCommandThatHandlesInterruptGoesOn() {
        window.enter(
                "foster run -- sh -c 'trap \"echo caught\" INT; echo READY; read x; read x; exit"
                        + " 7'");
        window.await("READY\r\n");
        window.press("C-c");
        window.await("caught\r\n");
        window.enter("");
        window.enter("");
        window.awaitCode(7);
    }

    @Test
    void interruptEndsTheRestartingToo() {
        window.enter("foster run --restart always -- sh -c 'echo READY; exec sleep 1000'");
        window.await("READY\r\n");
        window.press("C-c");
        window.awaitCode(130);
    }

    @Test
    void aRestartedCommandHasTheTerminalToo() {
        window.enter(
                "foster run --restart on-failure:1 -- sh -c 'echo READY; read x; echo got $x; exit"
                        + " 3'");
        window.await("READY\r\n");
        window.enter("one");
        window.await("got one");
        window.await("READY\r\n");
        window.enter("two");
        window.await("got two");
        window.awaitCode(3);
    }

    @Test
    void theTerminalIsSaneAfterACommandThatCouldNotCleanUp() {
        window.enter("foster run -- sh -c 'stty raw -echo; kill -9 $$'");
        window.awaitCode(137);
        window.enter("stty -a");
        window.awaitMatch(" icanon .* echo ");
    }

    @Test
    void theTerminalIsSaneAfterACommandThatRanTooLong() {
        // An interactive bash edits its line in a mode of its own and does not end on SIGTERM.
        window.enter("foster run --timeout 1s --grace 100ms -- bash --norc");
        window.await("time limit");
        window.awaitCode(124);
        window.enter("stty -a");
        window.awaitMatch(" icanon .* echo ");
    }

    @Test
    void inAPipelineTheTerminalStaysWithTheOtherMembers() {
        window.enter("foster run -- seq 3 | cat");
        window.await("1\r\n2\r\n3\r\n");
        window.awaitCode(0);

        // The system would stop the other member if it had no right to read.
        window.enter(
                "foster run -- echo piped | sh -c 'read x; echo READY; read y </dev/tty; echo $x"
                        + " and $y'");
        window.await("READY\r\n");
        window.enter("typed");
        window.await("piped and typed\r\n");
        window.awaitCode(0);
    }

    @Test
    void inAPipelineTheCommandCanReadTheTerminal() {
        window.enter("foster run -- sh -c 'echo READY; exec cat' | cat");
        window.await("READY\r\n");
        window.enter("typed");
        window.awaitMatch("typed\r\ntyped\r\n");
        window.press("C-d");
        window.awaitCode(0);

        window.enter(
                "echo piped | foster run -- sh -c 'read x; echo READY; read y </dev/tty; echo $x"
                        + " and $y'");
        window.await("READY\r\n");
        window.enter("typed");
        window.await("piped and typed\r\n");
        window.awaitCode(0);
    }

    @Test
    void interruptEndsALoopOfTheShellToo() {
        window.enter("for i in 1 2 3; do foster run -- sh -c 'echo READY; exec sleep 1000'; done");
        window.await("READY\r\n");
        window.press("C-c");
        window.awaitCode(130);
    }

    @Test
    void interruptEndsAScriptToo() throws IOException {
        Files.writeString(
                folder.resolve("script"),
                "foster run -- sh -c 'echo READY; exec sleep 1000'; echo went on");
        window.enter("sh script");
        window.await("READY\r\n");
        window.press("C-c");
        window.awaitCode(130);
        assertThat(window.screen()).doesNotContain("went on");
    }

    @Test
    void interruptEndsAPipeline() {
        window.enter("foster run -- sh -c 'echo READY; exec sleep 1000' | cat");
        window.await("READY\r\n");
        window.press("C-c");
        window.awaitCode(130);
    }

    @Test
    void theShellGoesOnWhenFosterIsKilled() {
        window.enter("foster run -- sh -c 'echo pid-$$; exec cat'");
        long command = window.awaitNumber("pid-");
        Program.signal("KILL", window.foster());
        // Until the guardian has ended it, it still reads what is typed.
        Eventually.until(Program.LIMIT, "the command is gone", () -> !ProcTable.running(command));
        window.awaitCode(137);
        // What is typed while the shell changes the terminal's mode can get lost: wait for the
        // read.
        window.enter("echo as''king; read x; echo got $x");
        window.await("asking");
        window.enter("words");
        window.await("got words");
    }
}
