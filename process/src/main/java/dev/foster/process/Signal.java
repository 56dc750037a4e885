package dev.foster.process;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A signal by its number on Linux.
 *
 * @param number 1 to 64
 */
public record Signal(int number) {

    private static final List<String> NAMES =
            Arrays.asList(
                    "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1",
                    "SEGV", "USR2", "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP",
                    "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO",
                    "PWR", "SYS");

    public static final Signal HUP = new Signal(1);
    public static final Signal INT = new Signal(2);
    public static final Signal QUIT = new Signal(3);
    public static final Signal KILL = new Signal(9);
    public static final Signal USR1 = new Signal(10);
    public static final Signal USR2 = new Signal(12);
    public static final Signal TERM = new Signal(15);
    public static final Signal CONT = new Signal(18);
    public static final Signal STOP = new Signal(19);
    public static final Signal WINCH = new Signal(28);

    public Signal {
        if (number < 1 || number > 64) {
            throw new IllegalArgumentException(
                    "cannot name signal " + number + ": it is not between 1 and 64; see kill -l");
        }
    }

    /** Reads a name with or without {@code SIG}, in any case, or a number. */
    public static Optional<Signal> parse(String text) {
        String word = text.strip().toUpperCase(Locale.ROOT);
        String name = word.startsWith("SIG") ? word.substring(3) : word;
        int known = name.isEmpty() ? -1 : NAMES.indexOf(name);
        if (known > 0) {
            return Optional.of(new Signal(known));
        }
        if (!word.matches("\\d{1,2}")) {
            return Optional.empty();
        }
        int number = Integer.parseInt(word);
        return number >= 1 && number <= 64 ? Optional.of(new Signal(number)) : Optional.empty();
    }

    /** The name without {@code SIG}; the bare number for a signal without one. */
    public String name() {
        return number < NAMES.size() ? NAMES.get(number) : Integer.toString(number);
    }

    /** Such as {@code SIGTERM}, or {@code signal 40} for a real-time signal. */
    @Override
    public String toString() {
        return number < NAMES.size() ? "SIG" + NAMES.get(number) : "signal " + number;
    }
}
