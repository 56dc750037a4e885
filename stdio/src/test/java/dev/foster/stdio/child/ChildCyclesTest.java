package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.StopPlan;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Many children, one after the other: the counts end where they began, the engine still open. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChildCyclesTest extends RpcChildContract {
    private static final String ANSWERS_ONCE =
            "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":2}'; echo bye >&2";

    private record Flight(RpcChild child, CompletableFuture<RpcMessage> answer) {}

    @Test
    void aThousandChildrenThatComeAndGoLeaveNothing() {
        comeAndGo(20);
        Leaks opened = Leaks.snapshot();

        comeAndGo(1000);

        opened.assertNothingLeft();
        assertThat(engine.children()).isEmpty();
        assertThat(zombies()).isZero();
    }

    /** Eight at a time; each is asked once and ends by itself. */
    private void comeAndGo(int count) {
        var flight = new ArrayDeque<Flight>();
        for (int i = 0; i < count; i++) {
            RpcChild child = start(shell(ANSWERS_ONCE));
            flight.add(new Flight(child, child.request(request("1", "a", "{}"), SOON)));
            if (flight.size() == 8) {
                land(flight.remove());
            }
        }
        flight.forEach(ChildCyclesTest::land);
    }

    private static void land(Flight flight) {
        assertThat(resultOf(flight.answer)).isEqualTo("2");
        assertThat(flight.child.exit().join().clean()).isTrue();
    }

    @Test
    void twoHundredChildrenStoppedMidwayLeaveNothing() {
        stopMidway(5);
        Leaks opened = Leaks.snapshot();

        stopMidway(200);

        opened.assertNothingLeft();
        assertThat(engine.children()).isEmpty();
        assertThat(zombies()).isZero();
    }

    /** Some in the middle of what they say, some that do not listen, some with grandchildren. */
    private void stopMidway(int count) {
        List<String> scripts =
                List.of(
                        "while :; do echo '{\"jsonrpc\":\"2.0\",\"method\":\"a\"}'; done",
                        "exec sleep 1000",
                        "sleep 1000 & wait");
        StopPlan plan =
                StopPlan.defaults().eofWait(Duration.ofMillis(10)).grace(Duration.ofMillis(500));
        RawJson much = RawJson.parse("[\"" + "x".repeat(200_000) + "\"]");
        for (int i = 0; i < count; i++) {
            RpcChild child =
                    RpcChild.start(
                            engine,
                            shell(scripts.get(i % scripts.size())),
                            RpcLimits.defaults(),
                            new Heedless());
            CompletableFuture<RpcMessage> asked = child.call("a", much, SOON);
            child.stop(plan).join();
            assertThat(failureOf(asked)).isInstanceOf(ChildGone.class);
        }
    }

    private static long zombies() {
        return ProcTable.children(ProcessHandle.current().pid()).stream()
                .filter(ProcTable.Entry::zombie)
                .count();
    }

    /** Keeps nothing: some of these children say a lot. */
    private static final class Heedless implements RpcListener {
        @Override
        public void request(RpcMessage fromChild) {
            // None of them asks.
        }

        @Override
        public void notification(RpcMessage fromChild) {
            // It is enough that it came.
        }
    }
}
