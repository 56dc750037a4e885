package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class RateLimitTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void aBurstPassesAndThenTheRate() {
        var limit = new RateLimit(60, 3, 10);
        for (int i = 0; i < 3; i++) {
            assertThat(limit.take("a", 0)).isEmpty();
        }

        assertThat(limit.take("a", 0)).contains(Duration.ofSeconds(1));
        assertThat(limit.take("a", SECOND / 2)).contains(Duration.ofMillis(500));
        assertThat(limit.take("a", SECOND)).isEmpty();
        assertThat(limit.take("a", SECOND)).isPresent();
        assertThat(limit.take("b", SECOND)).as("another caller").isEmpty();
    }

    @Test
    void asManyPassInAnHourAsAreAllowed() {
        var limit = new RateLimit(30, 5, 10);
        int passed = 0;
        for (long now = 0; now < 3600 * SECOND; now += SECOND / 4) {
            passed += limit.take("a", now).isEmpty() ? 1 : 0;
        }

        assertThat(passed).isBetween(30 * 60 + 4, 30 * 60 + 5);
    }

    @Test
    void aBucketNeverHoldsMoreThanTheBurst() {
        var limit = new RateLimit(600, 2, 10);
        limit.take("a", 0);

        int passed = 0;
        for (int i = 0; i < 10; i++) {
            passed += limit.take("a", 1_000_000 * SECOND).isEmpty() ? 1 : 0;
        }
        assertThat(passed).isEqualTo(2);
    }

    @Test
    void aClockThatBeganAnywhereWillDo() {
        var limit = new RateLimit(60, 1, 10);

        // A second later it is negative, as System.nanoTime may be.
        long later = Long.MIN_VALUE + SECOND;

        assertThat(limit.take("a", Long.MAX_VALUE)).isEmpty();
        assertThat(limit.take("a", later)).isEmpty();
        assertThat(limit.take("a", later)).isPresent();
    }

    @Test
    void madeUpNamesBringNothing() {
        var limit = new RateLimit(60, 2, 100);
        int passed = 0;
        for (int i = 0; i < 10_000; i++) {
            passed += limit.take("name" + i, 0).isEmpty() ? 1 : 0;
        }

        assertThat(passed).as("one for each bucket, and the shared one").isEqualTo(102);
        assertThat(limit.take("name5", 0)).as("the second of its own").isEmpty();
        assertThat(limit.take("fresh", 5 * SECOND)).as("places come free again").isEmpty();
    }

    @Test
    void aWaitIsToldInWholeSecondsThatAreEnough() {
        assertThat(RateLimit.seconds(Duration.ofMillis(1200))).isEqualTo(2);
        assertThat(RateLimit.seconds(Duration.ofNanos(1))).isEqualTo(1);
    }

    @Test
    void aLimitOfNothingIsAMistake() {
        assertThatThrownBy(() -> new RateLimit(0, 1, 1)).hasMessageStartingWith("cannot limit");
    }
}
