package dev.foster.bench.watch;

import dev.foster.bench.workshop.TrialFailed;

/** Somebody who has a supervisor open and looks at what all its processes use. */
interface Asking extends AutoCloseable {
    /**
     * Asks once for everything.
     *
     * @return of how many processes the answer tells
     */
    int ask() throws TrialFailed;

    @Override
    void close();
}
