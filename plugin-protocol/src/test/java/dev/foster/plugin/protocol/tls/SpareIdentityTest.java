package dev.foster.plugin.protocol.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The identity that is there before it is needed. */
class SpareIdentityTest {
    private static final Instant MADE = Instant.parse("2026-11-15T12:00:00Z");

    private Instant now = MADE;
    private final SpareIdentity spare = new SpareIdentity(() -> now);

    private static Instant made(TlsIdentity identity) {
        return identity.certificate().getNotBefore().toInstant().plusSeconds(30);
    }

    @Test
    void withoutASpareOneItIsMadeWhenItIsNeeded() {
        assertThat(made(spare.take())).isEqualTo(MADE);
    }

    @Test
    void theSpareOneIsGivenAwayOnce() {
        spare.make();
        now = MADE.plus(Duration.ofDays(1));

        assertThat(made(spare.take())).isEqualTo(MADE);
        assertThat(made(spare.take())).isEqualTo(now);
    }

    @Test
    void oneIsEnough() {
        spare.make();
        now = MADE.plus(Duration.ofDays(1));
        spare.make();

        assertThat(made(spare.take())).isEqualTo(MADE);
        assertThat(made(spare.take())).isEqualTo(now);
    }

    @Test
    void oneFromTheFutureIsNotGivenAway() {
        spare.make();
        now = MADE.minus(Duration.ofSeconds(10));

        assertThat(made(spare.take())).isEqualTo(now);
    }

    @Test
    void nobodyGetsWhatAnotherHas() throws Exception {
        var work = new ArrayList<Callable<TlsIdentity>>();
        for (int i = 0; i < 100; i++) {
            work.add(
                    () -> {
                        spare.make();
                        return spare.take();
                    });
        }
        var taken = new ArrayList<TlsIdentity>();
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<Future<TlsIdentity>> all = threads.invokeAll(work);
            for (Future<TlsIdentity> one : all) {
                taken.add(one.get());
            }
        }
        assertThat(taken).extracting(TlsIdentity::certificate).doesNotHaveDuplicates();
    }
}
