package dev.foster.bench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.supervise.Foster;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What watching may cost, and how fast it has to be. */
class BarsTest {
    @Test
    void oneSlowReactionMissesTheBar() {
        assertThat(missed(700, 800, 1500)).containsExactly(false);
        assertThat(missed(700, 1501, 800)).containsExactly(true);
    }

    private static List<Boolean> missed(double... millis) {
        var scores = new Scores(millis.length);
        for (int kill = 0; kill < millis.length; kill++) {
            scores.put(GuardTrial.MILLIS, Foster.NAME, kill, millis[kill]);
        }
        return Bars.all().stream()
                .filter(bar -> bar.contest().equals(GuardTrial.NAME))
                .map(bar -> bar.judge(scores))
                .map(Bar.Verdict::missed)
                .toList();
    }
}
