package dev.foster.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DurationCountsTest {

    @Test
    void boundsAreWrittenAlikeInEveryFormat() {
        assertThat(DurationCounts.bounds())
                .isSorted()
                .allMatch(bound -> bound != Math.rint(bound) && !bound.toString().contains("E"));
    }

    @Test
    void eachDurationIsInOneBucket() {
        var counts = new DurationCounts();
        for (double bound : DurationCounts.bounds()) {
            counts.add((long) (bound * 1e9));
        }
        counts.add(Long.MAX_VALUE / 2);

        assertThat(counts.buckets()).hasSize(DurationCounts.bounds().size() + 1).containsOnly(1);
    }
}
