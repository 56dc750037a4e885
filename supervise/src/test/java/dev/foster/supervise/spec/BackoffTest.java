package dev.foster.supervise.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

class BackoffTest {

    private static List<Long> seconds(Backoff backoff, int failures) {
        return IntStream.rangeClosed(1, failures)
                .mapToObj(count -> backoff.wait(count, 0.5).toSeconds())
                .toList();
    }

    @Test
    void byDefaultItDoublesFromASecondToAMinute() {
        assertThat(seconds(Backoff.defaults(), 8))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    }

    @Test
    void noneIsNoWaitHoweverOftenItFails() {
        assertThat(seconds(Backoff.none(), 3)).containsOnly(0L);
    }

    @Test
    void aFactorOfOneKeepsTheWait() {
        var same = new Backoff.Growing(Duration.ofSeconds(3), 1, Duration.ofSeconds(3), 0);
        assertThat(seconds(same, 4)).containsOnly(3L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.5, 0.999})
    void jitterStaysInItsShareAndBelowTheLongestWait(double chance) {
        for (int failures = 1; failures < 12; failures++) {
            double plain = Math.min(60, Math.pow(2, failures - 1.0));
            double wait = Backoff.defaults().wait(failures, chance).toNanos() / 1e9;
            assertThat(wait).isBetween(plain * 0.75 - 1e-6, Math.min(60, plain * 1.25) + 1e-6);
        }
    }

    @Test
    void aMillionFailuresWaitNoLongerThanTheLongest() {
        var steep = new Backoff.Growing(Duration.ofNanos(1), 1000, Duration.ofHours(1), 1);
        assertThat(steep.wait(1_000_000, 1.0)).isEqualTo(Duration.ofHours(1));
        assertThat(steep.wait(Integer.MAX_VALUE, 0.0)).isZero();
        var zero = new Backoff.Growing(Duration.ZERO, 1000, Duration.ofHours(1), 1);
        assertThat(zero.wait(1_000_000, 0.7)).isZero();
    }
}
