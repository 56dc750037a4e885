package dev.foster.tui.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This program among the jobs of its shell. */
final class Foreground {
    private static final int GROUP = 2;
    private static final int GROUP_OF_THE_TERMINAL = 5;

    private Foreground() {}

    /** Whether the terminal is ours; where nobody can tell, it is. */
    static boolean isOurs() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // The name in parentheses may hold anything; the numbers follow the last one.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return fields[GROUP].equals(fields[GROUP_OF_THE_TERMINAL]);
        } catch (IOException unknown) {
            return true;
        }
    }

    /**
     * Stops this program, and those that were started with it, until the shell lets it go on.
     * Returns at once when there is no shell that could.
     */
    static void stop() throws InterruptedException {
        try {
            // To the whole process group, which Java itself cannot signal. This shell is in it: it
            // ends when we all go on. The kernel spares a group that nobody could wake.
            new ProcessBuilder("/bin/sh", "-c", "kill -s TSTP 0")
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noShell) {
            // Then it goes on.
        }
    }
}
