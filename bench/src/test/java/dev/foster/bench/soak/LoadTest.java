package dev.foster.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.bench.workshop.Pause;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** That the load goes on, and ends. */
class LoadTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Deeds deeds = new Deeds();

    @Test
    void whoIsRefusedComesAgain() throws Exception {
        Nuisance nuisance =
                _ -> {
                    throw new IOException("refused");
                };

        try (var _ = new Load(List.of(part(2, nuisance)), deeds)) {
            assertThat(Pause.until(LIMIT, () -> deeds.of("some: refused or cut off") >= 5))
                    .isTrue();
        }
    }

    @Test
    void atTheEndNobodyStays() throws Exception {
        var there = new AtomicInteger();
        Nuisance nuisance =
                _ -> {
                    there.incrementAndGet();
                    try {
                        Thread.sleep(Duration.ofHours(1));
                    } finally {
                        there.decrementAndGet();
                    }
                };

        try (var _ = new Load(List.of(part(3, nuisance)), deeds)) {
            assertThat(Pause.until(LIMIT, () -> there.get() == 3)).isTrue();
        }

        assertThat(there).hasValue(0);
        assertThat(deeds.table()).doesNotContain("some");
    }

    private static Nuisance.Part part(int crowd, Nuisance nuisance) {
        return new Nuisance.Part("some", crowd, Duration.ofMillis(1), nuisance);
    }
}
