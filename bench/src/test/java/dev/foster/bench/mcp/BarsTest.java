package dev.foster.bench.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.bench.scores.Scores;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What the broker has to reach. */
class BarsTest {
    @Test
    void itAddsAtMostHalfToACall() {
        assertThat(missed(LatencyTrial.NAME, LatencyTrial.ADDED, 50, 100)).containsExactly(false);
        assertThat(missed(LatencyTrial.NAME, LatencyTrial.ADDED, 51, 100)).containsExactly(true);
    }

    @Test
    void itAnswersTwiceAsManyCalls() {
        assertThat(missed(CallsTrial.NAME, CallsTrial.RATE, 200, 100)).containsExactly(false);
        assertThat(missed(CallsTrial.NAME, CallsTrial.RATE, 199, 100)).containsExactly(true);
    }

    @Test
    void aSessionIsOneProcessAndNothingIsLeft() {
        assertThat(missed(MemoryTrial.NAME, MemoryTrial.PROCESSES, 1, 2))
                .containsExactly(false, false);
        assertThat(missed(MemoryTrial.NAME, MemoryTrial.PROCESSES, 1.05, 2))
                .containsExactly(true, false);
        assertThat(missed(MemoryTrial.NAME, MemoryTrial.LEFT, 1, 0)).containsExactly(false, true);
    }

    private static List<Boolean> missed(String contest, String key, double foster, double other) {
        var scores = new Scores(1);
        scores.put(key, Foster.NAME, 0, foster);
        scores.put(key, Supergateway.NAME, 0, other);
        return Bars.all().stream()
                .filter(bar -> bar.contest().equals(contest))
                .map(bar -> bar.judge(scores).missed())
                .toList();
    }
}
