package dev.foster.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Whoever called the program: the streams, the environment and the folder it was given. */
public final class Invocation {
    private final PrintStream out;
    private final PrintStream err;
    private final InputStream in;
    private final Map<String, String> environment;
    private final Path directory;
    private final boolean terminal;
    private final Supplier<OptionalInt> columns;

    /**
     * An invocation with these properties.
     *
     * @param terminal whether standard output is one
     * @param columns how wide it is, asked only when it matters
     */
    public Invocation(
            PrintStream out,
            PrintStream err,
            InputStream in,
            Map<String, String> environment,
            Path directory,
            boolean terminal,
            Supplier<OptionalInt> columns) {
        this.out = out;
        this.err = err;
        this.in = in;
        this.environment = environment;
        this.directory = directory;
        this.terminal = terminal;
        this.columns = columns;
    }

    /** Who called this very program. */
    public static Invocation ofTheProgram() {
        return new Invocation(
                System.out,
                System.err,
                System.in,
                System.getenv(),
                Path.of(""),
                Terminal.isOutput(),
                Terminal::columns);
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    public InputStream in() {
        return in;
    }

    public Map<String, String> environment() {
        return environment;
    }

    /** The current directory. */
    public Path directory() {
        return directory;
    }

    public boolean terminal() {
        return terminal;
    }

    /** Whether output may be coloured: on a terminal, unless the person said no. */
    public boolean colour() {
        return terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
    }

    /** How many columns a line of output may have; empty when it does not matter. */
    public OptionalInt columns() {
        String told = environment.getOrDefault("COLUMNS", "");
        if (told.matches("[1-9]\\d{0,4}")) {
            return OptionalInt.of(Integer.parseInt(told));
        }
        return terminal ? columns.get() : OptionalInt.empty();
    }
}
