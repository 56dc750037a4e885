package dev.foster.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether the command may have the terminal. */
final class Terminal {
    private static final int GROUP = 2;
    private static final int FOREGROUND_GROUP = 5;

    private Terminal() {}

    /**
     * True when we are the terminal's foreground, and alone on it: with standard input or output redirected we may be one
     * of a pipeline whose other members need the terminal too.
     */
    static boolean isOurs() {
        try {
            return isTerminal(0) && isTerminal(1) && isForeground();
        } catch (IOException unknown) {
            // No /proc: then there is no engine that could hand the terminal over either.
            return false;
        }
    }

    private static boolean isTerminal(int descriptor) throws IOException {
        String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    }

    private static boolean isForeground() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        // The name in parentheses may hold anything; the numbers follow the last one.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
    }
}
