package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A child that somebody suspended does nothing, and the engine knows. */
@EnabledOnOs(OS.LINUX)
class SuspensionTest extends EngineContract {
    private static final Signal STOP = new Signal(19);

    @Test
    void aChildIsKnownToBeSuspendedUntilItIsContinued() throws Exception {
        Child other = ready(Shell.hanging());
        Child child = ready(Shell.hanging());
        assertThat(child.suspended()).isFalse();

        for (int round = 0; round < 2; round++) {
            assertThat(child.signal(STOP)).isTrue();
            Eventually.until(SOON, "it is suspended", child::suspended);
            assertThat(child.alive()).isTrue();
            assertThat(other.suspended()).isFalse();

            assertThat(child.signal(Signal.CONT)).isTrue();
            Eventually.until(SOON, "it goes on", () -> !child.suspended());
        }
    }

    @Test
    void whoeverListensHearsOfEachChange() throws Exception {
        Child child = ready(Shell.hanging());
        var heard = new ConcurrentLinkedQueue<Boolean>();
        child.onSuspension(() -> heard.add(child.suspended()));

        assertThat(child.signal(STOP)).isTrue();
        Eventually.until(SOON, "it is told", () -> List.copyOf(heard).equals(List.of(true)));
        assertThat(child.signal(Signal.CONT)).isTrue();
        Eventually.until(SOON, "it is told", () -> List.copyOf(heard).equals(List.of(true, false)));
    }

    @Test
    void whoeverListensLateHearsThatItIsSuspended() throws Exception {
        Child child = ready(Shell.hanging());
        assertThat(child.signal(STOP)).isTrue();
        Eventually.until(SOON, "it is suspended", child::suspended);

        var heard = new ConcurrentLinkedQueue<Boolean>();
        child.onSuspension(() -> heard.add(child.suspended()));
        assertThat(heard).contains(true);
    }

    @Test
    void aSuspendedChildEndsInOrder() throws Exception {
        Child child = ready(Shell.onTerm("tidied", 3));
        Heard heard = Heard.of(child);
        assertThat(child.signal(STOP)).isTrue();
        Eventually.until(SOON, "it is suspended", child::suspended);

        StopReport report = child.stop().join();

        assertThat(report.graceful()).isTrue();
        assertThat(child.suspended()).isFalse();
        assertThat(List.copyOf(heard.awaitEnd().texts())).contains("tidied");
    }
}
