package dev.foster.bench.workshop;

import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;

/** One measurement of all contenders, in turns. */
public interface Trial {
    Table table();

    /** Measures; a contender that fails is left out from there on. */
    Scores hold();
}
