package dev.foster.bench.workshop;

import java.util.Optional;

/** A program that takes part. */
public interface Contender {
    /** As it is called in the results and on the command line. */
    String name();

    /** Its version, as it names it. */
    String version();

    /** Why it cannot take part, if so. */
    Optional<String> missing();
}
