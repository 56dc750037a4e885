package dev.foster.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Scores;

import org.junit.jupiter.api.Test;

/** What a daemon that was under load has to be again. */
class BarsTest {
    private final Scores scores = new Scores(1);

    @Test
    void memoryIsGivenBackWhenItIsAtMostHalfMoreThanBefore() {
        put(Bars.MEGABYTES, 100, 150);
        assertThat(missed()).isZero();

        put(Bars.MEGABYTES, 100, 151);
        assertThat(missed()).isEqualTo(1);
    }

    @Test
    void descriptorsAndThreadsMayBeAFewMore() {
        put(Bars.DESCRIPTORS, 280, 296);
        put(Bars.THREADS, 34, 42);
        assertThat(missed()).isZero();

        put(Bars.DESCRIPTORS, 280, 297);
        put(Bars.THREADS, 34, 43);
        assertThat(missed()).isEqualTo(2);
    }

    @Test
    void downMayTakeTwiceAsLongAndASecond() {
        put(Bars.DOWN, 4, 9);
        assertThat(missed()).isZero();

        put(Bars.DOWN, 4, 9.1);
        assertThat(missed()).isEqualTo(1);
    }

    @Test
    void aDownThatDoesNotComeToItsEndIsAMiss() {
        scores.put(Bars.REFUSED, Bars.FOSTER, 0, 1);

        assertThat(missed()).isEqualTo(1);
    }

    @Test
    void aSingleUntruthIsAMiss() {
        scores.put(Bars.UNTRUE, Bars.FOSTER, 0, 1);

        assertThat(missed()).isEqualTo(1);
    }

    private void put(String key, double before, double after) {
        scores.put(key, Bars.BEFORE, 0, before);
        scores.put(key, Bars.FOSTER, 0, after);
    }

    private long missed() {
        return Bars.all().stream()
                .map(bar -> bar.judge(scores))
                .filter(Bar.Verdict::missed)
                .count();
    }
}
