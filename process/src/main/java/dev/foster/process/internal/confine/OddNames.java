package dev.foster.process.internal.confine;

import dev.foster.process.ChildProblem;
import dev.foster.process.ProblemException;

import java.util.List;

/**
 * Variables whose names no shell hands on, brought past the shells that lead to a confined child.
 * Their values travel under names that shells know, and the last program before the child gives
 * them their own again. They are never among the arguments of anything: those are there for every
 * user of the machine to read.
 *
 * @param names in the order of their stand-ins
 */
public record OddNames(List<String> names) {
    private static final String STAND_IN = "FOSTER_ODD_";

    public OddNames {
        names = List.copyOf(names);
    }

    public static OddNames none() {
        return new OddNames(List.of());
    }

    /** The name under which a variable goes past the shells; its own for one that they know. */
    public String standIn(String name) {
        int place = names.indexOf(name);
        return place < 0 ? name : STAND_IN + place;
    }

    /** What refuses where nothing can give them their names back; a line of a script. */
    String check(String program) {
        if (names.isEmpty()) {
            return "";
        }
        String refusal =
                "no shell hands on variables with names like "
                        + names.getFirst()
                        + ", and the env of this system takes them from its arguments only, which"
                        + " everybody can read; leave them out or install GNU coreutils";
        return env(program)
                + " -S true >/dev/null 2>&1 || { echo "
                + ShellWords.of(refusal)
                + " >&2; exit 126; }\n";
    }

    /** What stands before the child's command, with a space at its end. */
    String words(String program) {
        if (names.isEmpty()) {
            return "";
        }
        var words = new StringBuilder(env(program));
        var split = new StringBuilder("--");
        for (String name : names) {
            String standIn = standIn(name);
            words.append(" -u ").append(standIn);
            // Filled in by env itself, so that the value is in no argument.
            split.append(" \"").append(escaped(name)).append("=${").append(standIn).append("}\"");
        }
        return words.append(" -S ").append(ShellWords.of(split.toString())).append(' ').toString();
    }

    private static String escaped(String name) {
        return name.replace("\\", "\\\\").replace("\"", "\\\"").replace("$", "\\$");
    }

    private static String env(String program) {
        return ConfineTools.find("env")
                .map(ShellWords::of)
                .orElseThrow(
                        () ->
                                new ProblemException(
                                        new ChildProblem.CannotConfine(
                                                "start " + program,
                                                "env is not installed",
                                                "install the package coreutils")));
    }
}
