package dev.foster.bench.supervise;

import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;

/** One measurement of all supervisors, in turns. */
interface Trial {
    Table table();

    /** Measures; a supervisor that fails is left out from there on. */
    Scores hold();
}
