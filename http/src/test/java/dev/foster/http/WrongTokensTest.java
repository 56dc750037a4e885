package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

class WrongTokensTest {
    private static final Peer GUESSER = new Peer("10.1.2.3:4000", OptionalInt.of(1));
    private static final Peer OTHER = new Peer("10.1.2.4:4000", OptionalInt.of(1));

    private final AtomicLong clock = new AtomicLong();
    private final List<String> told = new ArrayList<>();
    private final WrongTokens wrong =
            new WrongTokens((place, others) -> told.add(place + " +" + others), clock::get);

    @Test
    void tooManyFromOneAddressWaitWhateverTheirPorts() {
        for (int i = 0; i < WrongTokens.MOST; i++) {
            assertThat(wrong.another(new Peer("10.1.2.3:" + i, OptionalInt.of(1)))).isEmpty();
        }
        assertThat(wrong.another(GUESSER)).isPresent();
        assertThat(wrong.another(OTHER)).as("from another address").isEmpty();
        clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
        assertThat(wrong.another(GUESSER)).isEmpty();
    }

    @Test
    void aFloodIsToldByItsCount() {
        for (int i = 0; i < WrongTokens.MOST + 500; i++) {
            var _ = wrong.another(GUESSER);
        }
        assertThat(told).hasSize(WrongTokens.MOST).containsOnly("10.1.2.3 +0");
        clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
        var _ = wrong.another(GUESSER);
        assertThat(told.getLast()).isEqualTo("10.1.2.3 +500");
    }
}
