package dev.foster.bench.tui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** How old a line is when it appears. */
class StampsTest {
    private static final long MILLIS = 1_000_000;

    private final Stamps stamps = new Stamps();
    private final List<Double> ages = new ArrayList<>();

    @Test
    void theFirstLookTellsNothing() {
        stamps.look("T000000010 line 1", 50 * MILLIS, ages::add);

        assertThat(ages).isEmpty();
    }

    @Test
    void aNewLineIsAsOldAsItsTimeSays() {
        stamps.look("", 40 * MILLIS, ages::add);
        stamps.look("T000000123 line 1", 50 * MILLIS, ages::add);

        assertThat(ages).containsExactly(37.7);
    }

    @Test
    void aLineThatWasThereBeforeIsNotNew() {
        stamps.look("T000000100 line 1", 40 * MILLIS, ages::add);
        stamps.look("T000000100 line 1\nT000000300 line 2", 50 * MILLIS, ages::add);
        stamps.look("T000000300 line 2", 60 * MILLIS, ages::add);

        assertThat(ages).containsExactly(20.0);
    }

    @Test
    void theDigitsComeAroundAgain() {
        stamps.look("", 0, ages::add);
        stamps.look("T999999990 line 1", 100_000L * MILLIS * 1_000 + 2 * MILLIS, ages::add);

        assertThat(ages).containsExactly(3.0);
    }

    @Test
    void halfAStampIsNone() {
        stamps.look("", 0, ages::add);
        stamps.look("T00000012\nT000000", 50 * MILLIS, ages::add);

        assertThat(ages).isEmpty();
    }
}
