package dev.foster.cli;

import java.util.List;

/** One word of the command line. */
public interface Verb {

    String name();

    /** One line for the list of verbs. */
    String summary();

    /** The whole text of {@code foster NAME --help}. */
    String help();

    /** Does it; the result is the program's exit code. */
    int run(List<String> arguments);

    /** Whether the help is wanted instead of the verb. */
    default boolean asksForHelp(List<String> arguments) {
        return arguments.stream()
                .takeWhile(word -> !word.equals("--"))
                .anyMatch(word -> word.equals("--help") || word.equals("-h"));
    }

    /** The words that can follow its name, for completion; empty when it may be any. */
    default List<String> words() {
        return List.of();
    }

    /** Whether its words are names of processes, for completion. */
    default boolean takesProcesses() {
        return false;
    }
}
