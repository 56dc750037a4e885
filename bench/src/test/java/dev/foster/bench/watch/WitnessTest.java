package dev.foster.bench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.FutureTask;

/** When a process is gone. */
class WitnessTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void aProcessHoldsWhatIsResident() {
        assertThat(Witness.held("Name:\tglutton\nVmRSS:\t   66872 kB\nThreads:\t1\n"))
                .hasValue(66872);
    }

    @Test
    void oneThatEndedAndWasNotWaitedForHoldsNothing() {
        assertThat(Witness.held("Name:\tglutton\nState:\tZ (zombie)\nThreads:\t1\n")).isEmpty();
    }

    @Test
    void theEndOfAProcessIsSeen() throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "echo up; read line; exit 0").start();
        assertThat(process.inputReader().readLine()).isEqualTo("up");
        long begun = System.nanoTime();
        var witness = new FutureTask<>(() -> new Witness(process.pid()).await(LIMIT));
        Thread looking = Thread.ofPlatform().start(witness);
        // It pauses between two looks, so one is over.
        assertThat(Pause.until(LIMIT, () -> looking.getState() == Thread.State.TIMED_WAITING))
                .isTrue();

        process.getOutputStream().close();
        Witness.End end = witness.get();

        assertThat(process.waitFor()).isZero();
        assertThat(end.nanos()).isBetween(begun, System.nanoTime());
        assertThat(end.kilobytes()).isPositive();
    }

    @Test
    void oneThatStaysIsAFailure() throws Exception {
        Process process = new ProcessBuilder("sleep", "1000").start();
        try {
            assertThatExceptionOfType(TrialFailed.class)
                    .isThrownBy(() -> new Witness(process.pid()).await(Duration.ofMillis(20)))
                    .withMessageContaining("still there");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
