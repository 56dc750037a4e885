package dev.foster.supervise.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;

/** Values that make no sense are refused where they are made, in a sentence. */
class RefusalsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Probe TCP = new Probe.Tcp("localhost", 1);

    static void grammar(String message) {
        assertThat(message).matches("cannot [^:;]+: [^;]+; .+[^.]");
    }

    private static void refused(Runnable making) {
        assertThatIllegalArgumentException()
                .isThrownBy(making::run)
                .satisfies(refusal -> grammar(String.valueOf(refusal.getMessage())));
    }

    @Test
    void aBackoffWhoseLongestWaitIsShorterThanTheFirst() {
        refused(() -> new Backoff.Growing(SECOND, 2, Duration.ofMillis(999), 0));
    }

    @Test
    void aBackoffThatBeginsBeforeItsFailure() {
        refused(() -> new Backoff.Growing(Duration.ofMillis(-1), 2, SECOND, 0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.99, -1, 1001, Double.NaN, Double.POSITIVE_INFINITY})
    void aFactorThatShrinksOrExplodes(double factor) {
        refused(() -> new Backoff.Growing(SECOND, factor, SECOND, 0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, 1.01, Double.NaN})
    void aJitterThatIsNoShare(double jitter) {
        refused(() -> new Backoff.Growing(SECOND, 2, SECOND, jitter));
    }

    @Test
    void aTableOfNoOrNegativeWaits() {
        refused(() -> new Backoff.Steps(List.of()));
        refused(() -> new Backoff.Steps(List.of(SECOND, SECOND.negated())));
    }

    @Test
    void aLimitOfLessThanNothingOrInNoTime() {
        refused(() -> new Limit(-1, SECOND));
        refused(() -> new Limit(1, Duration.ZERO));
        refused(() -> new Limit(1, SECOND.negated()));
        assertThat(new Limit(0, SECOND).count()).isZero();
    }

    @Test
    void livenessThatIsUnhealthyFromTheStart() {
        refused(() -> Liveness.by(TCP).failures(0));
    }

    @Test
    void livenessByWhatSpeaksOnlyOnce() {
        refused(() -> Liveness.by(new Probe.LogLine("up")));
        refused(() -> Liveness.by(new Probe.Descriptor(3)));
    }

    @Test
    void aLogLineByWhatIsNoRegularExpression() {
        refused(() -> new Probe.LogLine("listening (on"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void probesWithoutTime(long nanos) {
        Duration none = Duration.ofNanos(nanos);
        refused(() -> Liveness.by(TCP).period(none));
        refused(() -> Liveness.by(TCP).timeout(none));
        refused(() -> Readiness.by(TCP).period(none));
        refused(() -> Readiness.by(TCP).timeout(none));
        refused(() -> Readiness.by(TCP).within(none));
    }

    @Test
    void failuresThatAreForgottenBeforeTheyHappen() {
        refused(() -> RestartPolicy.defaults().resetAfter(Duration.ofNanos(-1)));
        assertThat(RestartPolicy.defaults().resetAfter(Duration.ZERO).resetAfter()).isZero();
    }
}
