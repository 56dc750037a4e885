package dev.foster.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is known about the terminal, if there is one. */
public final class Terminal {
    private static final int TERMINAL_NUMBER = 4;

    private Terminal() {}

    /** Whether this process has a terminal that it takes its signals from. */
    public static boolean exists() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // The name in parentheses may hold anything; the numbers follow the last one.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return !fields[TERMINAL_NUMBER].equals("0");
        } catch (IOException unknown) {
            // No /proc: then there is no engine that could hand a terminal over either.
            return false;
        }
    }

    public static boolean isInputAndOutput() {
        return isTerminal(0) && isTerminal(1);
    }

    /**
     * Whether we were started without standard input. The JVM then has a file of its own in that
     * place.
     */
    public static boolean inputIsClosed() {
        String target = target(0);
        return target.startsWith(System.getProperty("java.home") + "/") || target.endsWith(".jar");
    }

    public static boolean isOutput() {
        return isTerminal(1);
    }

    /** How wide the terminal of standard output is, as far as stty knows. */
    public static OptionalInt columns() {
        try {
            Process stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(new File("/proc/self/fd/1"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher columns = Pattern.compile("\\d+ ([1-9]\\d{0,4})\\s*").matcher(size);
            return columns.matches()
                    ? OptionalInt.of(Integer.parseInt(columns.group(1)))
                    : OptionalInt.empty();
        } catch (IOException noStty) {
            return OptionalInt.empty();
        }
    }

    private static boolean isTerminal(int descriptor) {
        String target = target(descriptor);
        return target.startsWith("/dev/pts/")
                || target.startsWith("/dev/tty")
                || target.equals("/dev/console");
    }

    private static String target(int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
        } catch (IOException unknown) {
            return "";
        }
    }
}
