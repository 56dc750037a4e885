package dev.foster.daemon.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.spec.Limit;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/** How many messages about one process get through. */
class FloodTest {
    private static final long SECOND = 1_000_000_000;
    private final Flood flood = new Flood(new Limit(2, Duration.ofSeconds(10)));

    @Test
    void soManyPassAndTheRestIsSummedUpOnce() {
        assertThat(flood.pass("web", "crash", 0)).isTrue();
        assertThat(flood.pass("web", "recovered", SECOND)).isTrue();
        assertThat(flood.next()).isEmpty();
        assertThat(flood.pass("web", "crash", 2 * SECOND)).isFalse();
        assertThat(flood.pass("web", "recovered", 3 * SECOND)).isFalse();
        assertThat(flood.pass("web", "crash", 4 * SECOND)).isFalse();

        assertThat(flood.next()).hasValue(10 * SECOND);
        assertThat(flood.due(9 * SECOND)).isEmpty();
        assertThat(flood.due(10 * SECOND))
                .containsExactly(new Flood.Held("web", 3, "3 more: 2 crash, 1 recovered"));
        assertThat(flood.due(11 * SECOND)).isEmpty();
        assertThat(flood.next()).isEmpty();
        assertThat(flood.pass("web", "crash", 12 * SECOND)).isTrue();
    }

    @Test
    void eachProcessHasItsOwnShare() {
        flood.pass("web", "crash", 0);
        flood.pass("web", "crash", 0);

        assertThat(flood.pass("web", "crash", 0)).isFalse();
        assertThat(flood.pass("db", "crash", 0)).isTrue();
    }

    @Test
    void aQuietTimeGivesTheShareBack() {
        flood.pass("web", "crash", 0);
        flood.pass("web", "crash", 0);

        assertThat(flood.pass("web", "crash", 10 * SECOND)).isTrue();
    }

    @Test
    void whatIsHeldBackIsNotLostWhenItAllEnds() {
        flood.pass("web", "crash", 0);
        flood.pass("web", "crash", 0);
        flood.pass("web", "crash", 0);

        assertThat(flood.all()).containsExactly(new Flood.Held("web", 1, "1 more: 1 crash"));
        assertThat(flood.all()).isEmpty();
    }
}
