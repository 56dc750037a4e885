package dev.foster.bench.scores;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How the values of rounds become one. */
class ScoresTest {
    private static final String KEY = "millis";

    @Test
    void theTailOfFewValuesIsTheLargest() {
        assertThat(upTo(15).tail(KEY, "one")).hasValue(15);
    }

    @Test
    void theTailOfManyValuesLeavesOneInAHundredOut() {
        assertThat(upTo(200).tail(KEY, "one")).hasValue(198);
    }

    @Test
    void aRatioIsTakenRoundByRound() {
        Scores scores = upTo(3);
        scores.put(KEY, "other", 0, 1);
        scores.put(KEY, "other", 1, 1);
        scores.put(KEY, "other", 2, 1);

        assertThat(scores.ratio(KEY, "one", "other")).hasValue(2);
        assertThat(scores.ratios(KEY, "one", "other")).containsExactly(1.0, 2.0, 3.0);
    }

    @Test
    void aSystemThatFailedHasNoResult() {
        Scores scores = upTo(3);
        scores.failed("one", "it broke");

        assertThat(scores.median(KEY, "one")).isEmpty();
        assertThat(scores.failures()).containsEntry("one", "it broke");
    }

    private static Scores upTo(int count) {
        var scores = new Scores(count);
        for (int round = 0; round < count; round++) {
            scores.put(KEY, "one", round, round + 1);
        }
        return scores;
    }
}
