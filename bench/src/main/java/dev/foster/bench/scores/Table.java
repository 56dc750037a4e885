package dev.foster.bench.scores;

import java.util.List;

/**
 * How the scores of one contest are shown.
 *
 * @param name of the contest, in one word
 * @param title for people
 * @param basis what the numbers are made of, a sentence
 * @param systems the rows; ratios are to the first
 * @param metrics the columns
 */
public record Table(
        String name, String title, String basis, List<String> systems, List<Metric> metrics) {}
