package dev.foster.tui.terminal;

import java.io.Console;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether there is a terminal here that can show a whole screen. */
public final class Terminals {
    private static final Pattern SEPARATOR = Pattern.compile(File.pathSeparator);

    private Terminals() {}

    /** Why there can be no screen here, in one phrase; empty when there can. */
    public static Optional<String> obstacle(Map<String, String> environment) {
        String terminal = environment.getOrDefault("TERM", "");
        if (terminal.isEmpty()) {
            return Optional.of("TERM is not set");
        }
        if (terminal.equals("dumb")) {
            return Optional.of("the terminal is a dumb one");
        }
        if (!areTerminal()) {
            return Optional.of("input and output are not both a terminal");
        }
        if (!canBeOpened(Modes.TERMINAL)) {
            return Optional.of("this program has no terminal of its own");
        }
        return find("stty").isPresent() ? Optional.empty() : Optional.of("there is no stty here");
    }

    // The JVM's own console is none without a terminal, that of other providers says so.
    @SuppressWarnings("SystemConsoleNull")
    private static boolean areTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static boolean canBeOpened(File terminal) {
        try (var _ = new FileInputStream(terminal)) {
            return true;
        } catch (IOException none) {
            return false;
        }
    }

    /** Where a program is installed. */
    static Optional<Path> find(String program) {
        return SEPARATOR
                .splitAsStream(System.getenv().getOrDefault("PATH", "/usr/bin:/bin"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
