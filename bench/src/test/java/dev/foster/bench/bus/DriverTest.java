package dev.foster.bench.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Scores;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What the broker has to reach. */
class DriverTest {

    @Test
    void everyBarBelongsToAContest() {
        assertThat(Driver.bars())
                .extracting(Bar::contest)
                .isSubsetOf(Contests.NAMES)
                .containsAll(Contests.SIZES.stream().map(Contests::pair).toList())
                .contains(Contests.REQUEST);
    }

    @Test
    void aRateMayBeLowerByThreeTenths() {
        assertThat(missed(Contests.pair(128), "delivered_per_second", 71)).containsExactly(false);
        assertThat(missed(Contests.pair(128), "delivered_per_second", 69)).containsExactly(true);
    }

    @Test
    void aLatencyMayBeHigherByThreeTenthsAndItsTailByHalf() {
        assertThat(missed(Contests.REQUEST, "median_us", 129)).containsExactly(false, false);
        assertThat(missed(Contests.REQUEST, "median_us", 131)).containsExactly(true, false);
        assertThat(missed(Contests.REQUEST, "p99_us", 149)).containsExactly(false, false);
        assertThat(missed(Contests.REQUEST, "p99_us", 151)).containsExactly(false, true);
    }

    /** The verdicts of a contest in which nats-server has 100 and Foster this. */
    private static List<Boolean> missed(String contest, String key, double value) {
        var scores = new Scores(1);
        scores.put(key, Servers.FOSTER, 0, value);
        scores.put(key, Servers.NATS, 0, 100);
        return Driver.bars().stream()
                .filter(bar -> bar.contest().equals(contest))
                .map(bar -> bar.judge(scores).missed())
                .toList();
    }
}
