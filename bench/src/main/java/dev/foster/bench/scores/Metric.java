package dev.foster.bench.scores;

/**
 * Something a contest measures.
 *
 * @param key its name in the scores
 * @param name its name in the results
 * @param title what it is, for people
 * @param unit of its values; empty for what is just counted
 * @param decimals shown
 * @param kind how its values are summed up
 */
public record Metric(String key, String name, String title, String unit, int decimals, Kind kind) {

    String heading() {
        return unit.isEmpty() ? title : title + ", " + unit;
    }

    /** How the values of all rounds become one. */
    public enum Kind {
        /** Their median, and the median of the ratios to the contest's first system. */
        COMPARED,
        /** Their median; a ratio would say nothing. */
        PLAIN,
        /** The 99th percentile. */
        TAIL,
        /** The largest: it should be 0 in every round. */
        WORST
    }
}
