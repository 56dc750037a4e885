package dev.foster.bench.process;

/**
 * Something a contest measures.
 *
 * @param key its name in a worker's answer
 * @param name its name in the results
 * @param title what it is, for people
 * @param unit of its values
 * @param decimals shown
 * @param kind how its values are summed up
 */
record Metric(String key, String name, String title, String unit, int decimals, Kind kind) {

    /** How the values of all rounds become one. */
    enum Kind {
        /** Their median, and the median of the ratios to the contest's first system. */
        COMPARED,
        /** Their median; a ratio would say nothing. */
        PLAIN,
        /** The largest: it should be 0 in every round. */
        WORST
    }
}
