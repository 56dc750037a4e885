package dev.foster.process.internal.confine;

import dev.foster.process.ChildProblem;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the programs that lead to a child tell how it goes: what they write to standard error, and
 * in the end that the child begins. The child itself knows nothing of it.
 *
 * @param descriptor the number it has for them
 * @param spare where they keep the child's standard error meanwhile
 * @param file what they open it as; empty when they have it from the start
 */
public record Report(int descriptor, int spare, Optional<Path> file) {
    private static final String STARTED = "started";

    // A shell can name descriptors of one digit only.
    private static final int[] LAST_TWO = {9, 8};
    private static final int[] TWO_BEFORE = {7, 6};

    /**
     * A report on a descriptor that is handed over.
     *
     * @param taken the number that the child's own descriptor has, or −1
     */
    public static Report onDescriptor(int taken) {
        int[] free = taken == LAST_TWO[0] || taken == LAST_TWO[1] ? TWO_BEFORE : LAST_TWO;
        return new Report(free[0], free[1], Optional.empty());
    }

    public static Report inFile(Path file) {
        return new Report(LAST_TWO[0], LAST_TWO[1], Optional.of(file));
    }

    String begin() {
        return "exec "
                + spare
                + ">&2 "
                + file.map(path -> descriptor + ">>" + ShellWords.of(path) + " ").orElse("")
                + "2>&"
                + descriptor
                + "\n";
    }

    String started() {
        return "echo " + STARTED + " >&2\n";
    }

    String end() {
        return "2>&" + spare + " " + spare + ">&- " + descriptor + ">&-";
    }

    /** Whether the child began, by what was told. */
    public static boolean tellsOfStart(String told) {
        return told.endsWith(STARTED + "\n");
    }

    /** What went wrong, by what was told. */
    public static ChildProblem problem(String told, String program) {
        String wish = "start " + program;
        String line = told.lines().map(String::strip).findFirst().orElse("");
        // A shell puts its own name and a line number before what it has to say.
        String why = line.replaceFirst("^foster: (line )?\\d+: ", "").replaceFirst("\\.$", "");
        if (why.isEmpty()) {
            return new ChildProblem.CannotConfine(
                    wish,
                    "it ended while its limits and isolation were set up",
                    "try it without them");
        }
        int semicolon = why.indexOf("; ");
        return semicolon >= 0
                ? new ChildProblem.CannotConfine(
                        wish, why.substring(0, semicolon), why.substring(semicolon + 2))
                : new ChildProblem.CannotConfine(
                        wish, why, "run foster with the rights that takes, or ask for less");
    }
}
