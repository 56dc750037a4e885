package dev.foster.process.internal;

import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;
import dev.foster.process.ProblemException;
import dev.foster.process.SearchPath;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Checks what a process can be given, and finds the program a command names. */
public final class CommandLookup {
    private CommandLookup() {}

    /** Refuses what no operating system can pass on. */
    public static void check(ChildSpec spec) {
        List<String> command = spec.command();
        if (command.isEmpty() || command.getFirst().isEmpty()) {
            throw new ProblemException(new ChildProblem.EmptyCommand());
        }
        for (String argument : command) {
            if (argument.indexOf('\0') >= 0) {
                throw new ProblemException(
                        new ChildProblem.InvalidText("an argument", "holds a NUL character"));
            }
        }
        for (Map.Entry<String, String> variable : spec.environment().set().entrySet()) {
            String name = variable.getKey();
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
                String what = "the environment variable name \"" + name.replace("\0", "\\0") + "\"";
                throw new ProblemException(
                        new ChildProblem.InvalidText(
                                what,
                                name.isEmpty() ? "is empty" : "holds '=' or a NUL character"));
            }
            if (variable.getValue().indexOf('\0') >= 0) {
                throw new ProblemException(
                        new ChildProblem.InvalidText(
                                "the environment variable " + name, "holds a NUL character"));
            }
        }
    }

    /**
     * The file that a command's first word names, searched in the child's own PATH. A word with a
     * slash is a file in the child's directory and is not looked at here: starting it tells.
     */
    public static String find(ChildSpec spec) {
        String word = spec.command().getFirst();
        if (word.indexOf('/') >= 0) {
            return word;
        }
        SearchPath path = SearchPath.of(spec);
        return path.find(word)
                .or(() -> path.findFile(word))
                .map(Path::toString)
                .orElseThrow(
                        () ->
                                new ProblemException(
                                        new ChildProblem.CommandNotFound(word, path.folders())));
    }
}
