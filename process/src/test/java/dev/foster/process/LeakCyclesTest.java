package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Many children, one after the other and side by side: the counts end where they began, the engine
 * still open.
 */
class LeakCyclesTest extends EngineContract {

    @Test
    void aThousandChildrenThatComeAndGoLeaveNothing() throws Exception {
        runToTheEnd(20);
        Leaks opened = Leaks.snapshot();

        runToTheEnd(1000);

        opened.assertNothingLeft();
        assertThat(engine.children()).isEmpty();
        assertThat(zombies()).isEmpty();
    }

    /** Eight in flight; each with three pipes, a listener and a writer. */
    private void runToTheEnd(int count) throws Exception {
        var flight = new ArrayDeque<Child>();
        for (int i = 0; i < count; i++) {
            Child child = spawn(ChildSpec.of("cat").stdin(Stdin.PIPE));
            Received.of(child);
            child.stdin().write('x');
            child.stdin().close();
            flight.add(child);
            if (flight.size() == 8) {
                assertOneByteCame(flight.remove());
            }
        }
        while (!flight.isEmpty()) {
            assertOneByteCame(flight.remove());
        }
    }

    private static void assertOneByteCame(Child child) throws Exception {
        assertThat(endOf(child).clean()).isTrue();
        assertThat(child.output().counts().stdoutBytes()).isOne();
    }

    @Test
    void twoHundredChildrenStoppedMidwayLeaveNothing() throws Exception {
        stopMidway(5);
        Leaks opened = Leaks.snapshot();

        stopMidway(200);

        opened.assertNothingLeft();
        assertThat(engine.children()).isEmpty();
        assertThat(zombies()).isEmpty();
    }

    /**
     * Stops children in the middle of their output, some at once after their start, some with
     * grandchildren.
     */
    private void stopMidway(int count) throws Exception {
        var midway = Shell.script("while :; do echo again; done");
        for (int i = 0; i < count; i++) {
            Child child =
                    spawn(
                            ChildSpec.of(i % 5 == 0 ? Shell.withGrandchild() : midway)
                                    .stdin(Stdin.PIPE));
            if (i % 2 == 0) {
                Heard.of(child).awaitLines(1);
            }
            StopPlan plan = StopPlan.defaults().eofWait(Duration.ZERO);
            StopReport report =
                    child.stop(i % 3 == 0 ? StopPlan.kill() : plan)
                            .get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(report.exit()).isPresent();
        }
    }

    @Test
    void manyFailedStartsLeaveNothing() {
        failToStart(5);
        Leaks opened = Leaks.snapshot();

        failToStart(300);

        opened.assertNothingLeft();
        assertThat(engine.children()).isEmpty();
    }

    private void failToStart(int count) {
        for (int i = 0; i < count; i++) {
            for (List<String> command :
                    List.of(List.of("/no/such/tool"), List.of("/proc/self/status"))) {
                try {
                    spawn(ChildSpec.of(command).stdin(Stdin.PIPE));
                    throw new AssertionError("started " + command);
                } catch (ProblemException expected) {
                    assertThat(expected.problem().code())
                            .isIn("command-not-found", "not-executable");
                }
            }
        }
    }

    private static List<ProcTable.Entry> zombies() {
        return new ArrayList<>(ProcTable.children(ProcessHandle.current().pid()))
                .stream().filter(ProcTable.Entry::zombie).toList();
    }
}
