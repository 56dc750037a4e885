package dev.foster.bench.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** What passes and what does not. */
class BarsTest {
    private static final int FASTEST_PEER = 0;
    private static final int BEYOND_SPAWN = 1;

    private final Scores scores = new Scores(3);

    @Test
    void fosterIsMeasuredByTheFastestPeer() {
        restarts(Foster.NAME, 4, 4, 4);
        restarts(Supervisord.NAME, 1000, 1000, 1000);
        restarts(Runit.NAME, 3, 3, 3);

        assertThat(verdict(FASTEST_PEER).missed()).isTrue();
    }

    @Test
    void asFastAsTheFastestPeerPasses() {
        restarts(Foster.NAME, 3, 3, 9);
        restarts(Runit.NAME, 3, 3, 3);

        assertThat(verdict(FASTEST_PEER).missed()).isFalse();
    }

    @Test
    void oneSlowRestartMissesTheTail() {
        restarts(Foster.NAME, 3, 3, 12);
        restarts(RestartTrial.SPAWN, 1, 1, 1);

        assertThat(verdict(BEYOND_SPAWN).missed()).isTrue();
    }

    @Test
    void theMachinesOwnTimeIsTakenOffTheTail() {
        restarts(Foster.NAME, 3, 3, 12);
        restarts(RestartTrial.SPAWN, 2, 2, 2);

        assertThat(verdict(BEYOND_SPAWN).missed()).isFalse();
    }

    @Test
    void withoutAnyPeerNothingIsMeasured() {
        restarts(Foster.NAME, 3, 3, 3);

        assertThat(verdict(FASTEST_PEER).value()).isEmpty();
    }

    private void restarts(String system, double... millis) {
        for (int round = 0; round < millis.length; round++) {
            scores.put(RestartTrial.MILLIS, system, round, millis[round]);
        }
    }

    private Bar.Verdict verdict(int which) {
        var table = new Table(RestartTrial.NAME, "", "", List.of(Foster.NAME), List.of());
        return Bar.judge(Bars.all(), Map.of(table, scores)).get(which);
    }
}
