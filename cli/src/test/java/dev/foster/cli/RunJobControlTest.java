package dev.foster.cli;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Map;

/** {@code foster run} as a job of an interactive shell: stopped, continued, in the background. */
class RunJobControlTest {
    @TempDir Path folder;
    @AutoClose Window window;

    @BeforeEach
    void openWindow() {
        window = Window.open(folder, Map.of());
    }

    @Test
    void aSuspendedCommandIsAStoppedJobAndTypingWorksAgainInTheForeground() {
        window.enter("foster run -- sh -c 'echo READY; exec cat'");
        window.await("READY\r\n");
        for (int time = 1; time <= 3; time++) {
            window.press("C-z");
            window.await("Stopped");
            window.awaitPrompt();
            window.enter("jobs");
            window.await("Stopped");
            window.awaitPrompt();
            window.enter("fg");
            window.await("foster run");
            window.enter("again " + time);
            window.awaitMatch("again " + time + "\r\nagain " + time + "\r\n");
        }
        window.press("C-c");
        window.awaitCode(130);
    }

    @Test
    void inTheBackgroundItRunsOnAndCanComeBack() {
        // It works until something comes through a pipe, then wants a line. No loop of sleeps: a
        // shell that is just starting one when it is stopped does not stop.
        window.enter("mkfifo go");
        window.awaitPrompt();
        String script = "echo READY; read x <go; echo WORKED; read x; echo got $x; exit 5";
        window.enter("foster run -- sh -c '" + script + "'");
        window.await("READY\r\n");
        window.press("C-z");
        window.await("Stopped");
        window.awaitPrompt();
        window.enter("bg");
        window.awaitPrompt();
        window.enter("echo >go");
        window.await("WORKED\r\n");
        window.enter("fg");
        window.await("foster run");
        window.enter("words");
        window.await("got words");
        window.awaitCode(5);
    }

    @Test
    void aCommandThatReadsInTheBackgroundStopsUntilItIsInTheForeground() {
        window.enter("foster run -- sh -c 'echo READY; exec cat'");
        window.await("READY\r\n");
        window.press("C-z");
        window.await("Stopped");
        window.awaitPrompt();
        window.enter("bg");
        window.awaitPrompt();
        // The shell looks at its jobs whenever it is about to prompt.
        window.enter("until jobs | grep -q Stopped; do sleep 0.1; done; echo is-$(jobs | wc -l)");
        window.await("is-1\r\n");
        window.awaitPrompt();
        window.enter("fg");
        window.await("foster run");
        window.enter("again");
        window.awaitMatch("again\r\nagain\r\n");
        window.press("C-d");
        window.awaitCode(0);
    }

    @Test
    void aCommandStartedInTheBackgroundDoesNotTakeTheShellsKeys() {
        window.enter("foster run -- sh -c 'echo READY; exec cat' &");
        window.await("READY\r\n");
        for (int time = 1; time <= 5; time++) {
            window.enter("echo $((time = " + time + " * 7))-typed");
            window.await(time * 7 + "-typed\r\n");
        }
        window.enter("kill %1; wait; echo all-$?");
        window.awaitMatch("all-\\d+\r\n");
        window.awaitPrompt();
    }

    @Test
    void aRestartInTheBackgroundLeavesTheTerminalToTheShell() {
        window.enter("foster run --restart always -- sh -c 'echo started; exec sleep 0.7'");
        window.await("started\r\n");
        window.press("C-z");
        window.await("Stopped");
        window.awaitPrompt();
        window.enter("bg");
        window.await("starting it again");
        window.await("started\r\n");
        for (int time = 1; time <= 3; time++) {
            window.enter("echo $((" + time + " * 7))-typed");
            window.await(time * 7 + "-typed\r\n");
        }
        window.enter("kill %1; wait; echo all-$?");
        window.awaitMatch("all-\\d+\r\n");
        window.awaitPrompt();
    }

    @Test
    void aStoppedJobCanBeEnded() {
        window.enter("foster run -- sh -c 'echo READY; exec sleep 1000'");
        window.await("READY\r\n");
        window.press("C-z");
        window.await("Stopped");
        window.awaitPrompt();
        // A shell continues a stopped job that it sends a signal.
        window.enter("kill %1; wait %1; echo all-$?");
        window.await("all-143\r\n");
    }

    @Test
    void aStoppedJobEndsWithItsTerminal() {
        window.enter("foster run -- sh -c 'echo READY; exec cat'");
        window.await("READY\r\n");
        window.press("C-z");
        window.await("Stopped");
        window.awaitPrompt();

        // Checks that nothing outlives it.
        window.close();
    }
}
