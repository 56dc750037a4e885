package dev.foster.bench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.foster.bench.supervise.Ticks;

import org.junit.jupiter.api.Test;

/** What is told of a child that had too much memory. */
class GuardTrialTest {
    private static final Ticks.Tick OVER = new Ticks.Tick(5_000_000_000L, 42);

    @Test
    void theReactionBeginsWithTheChildsOwnWord() {
        assertThat(GuardTrial.figures(OVER, new Witness.End(5_750_000_000L, 72 * 1024)))
                .containsExactly(entry(GuardTrial.MILLIS, 750.0), entry(GuardTrial.BEYOND, 8.0));
    }

    @Test
    void ofAChildThatWasGoneAtOnceNobodyKnowsWhatItHad() {
        assertThat(GuardTrial.figures(OVER, new Witness.End(5_001_000_000L, 0)))
                .containsOnlyKeys(GuardTrial.MILLIS);
    }
}
