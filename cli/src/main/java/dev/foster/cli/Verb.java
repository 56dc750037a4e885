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
}
