package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

class EndingTest extends RpcChildContract {
    /** As quick where the child is waited for, and patient with a busy machine. */
    private static final StopPlan ROOMY = TalkingChild.QUICK.killLimit(Duration.ofSeconds(10));

    @Test
    void aChildThatExitsInTheMiddleOfARequestFailsItWithItsLastWords() {
        try (RpcChild child = talking()) {
            resultOf(child.call("log", RawJson.parse("{\"text\":\"oh no\\n\",\"times\":1}"), SOON));
            CompletableFuture<RpcMessage> other = child.request(request("1", "hold", "{}"), SOON);
            Throwable failure = failureOf(child.call("exit", RawJson.parse("{\"code\":3}"), SOON));
            assertThat(failure).isInstanceOf(ChildGone.class).hasMessageContaining("exit 3");
            var gone = (ChildGone) failure;
            assertThat(gone.exit().orElseThrow().shellCode()).isEqualTo(3);
            assertThat(gone.lastLog()).containsExactly("oh no");
            assertThat(failureOf(other)).isInstanceOf(ChildGone.class);
            Overheard.await("the end", () -> heard.ends.size() == 1);
        }
        assertThat(heard.ends).hasSize(1);
    }

    @Test
    void aChildThatExitsAtOnceFailsEveryRequest() {
        try (RpcChild child = start(shell("echo 'no token' >&2; exit 7"))) {
            for (int i = 0; i < 20; i++) {
                assertThat(failureOf(child.call("a", RawJson.emptyObject(), SOON)))
                        .isInstanceOf(ChildGone.class)
                        .hasMessageContaining("exit 7")
                        .hasMessageContaining("no token");
            }
            child.exit().join();
            assertThatThrownBy(() -> child.send(notification("a", "{}")))
                    .isInstanceOf(ChildGone.class)
                    .hasMessageContaining("exit 7");
        }
    }

    @Test
    void anAnswerWrittenRightBeforeTheExitIsNotLost() {
        String script = "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":2}'; exit 1";
        for (int i = 0; i < 20; i++) {
            try (RpcChild child = start(shell(script))) {
                assertThat(resultOf(child.request(request("1", "a", "{}"), SOON))).isEqualTo("2");
            }
        }
    }

    @Test
    void aKilledChildFailsWhatIsInFlight() {
        try (RpcChild child = talking()) {
            Throwable failure = failureOf(child.call("die", RawJson.emptyObject(), SOON));
            assertThat(((ChildGone) failure).exit().orElseThrow().shellCode())
                    .isEqualTo(128 + Signal.KILL.number());
            assertThat(child.alive()).isFalse();
        }
    }

    @Test
    void aChildEndsOnTheEndOfItsInput() {
        RpcChild child = talking();
        resultOf(child.call("echo", RawJson.emptyObject(), SOON));
        // Enough time for a slow machine: the plan of the other tests is a short one.
        StopReport report = child.stop(StopPlan.defaults().eofWait(SOON)).join();
        assertThat(report.took()).isEqualTo(StopReport.Took.EOF);
        assertThat(report.exit().orElseThrow().clean()).isTrue();
    }

    @Test
    void aChildThatIgnoresTheEndAndTheSignalIsKilledWithinThePlan() {
        RpcChild child = start(shell("trap '' TERM; echo set >&2; while :; do sleep 1000; done"));
        Overheard.await("the trap", () -> heard.log.contains("set"));
        long begin = System.nanoTime();
        StopReport report = child.stop(ROOMY).join();
        assertThat(report.took()).isEqualTo(StopReport.Took.KILL);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(ROOMY.bound());
    }

    @Test
    void aStopUnderWayCanBeHurried() {
        RpcChild child = start(shell("trap '' TERM; echo set >&2; while :; do sleep 1000; done"));
        Overheard.await("the trap", () -> heard.log.contains("set"));
        CompletableFuture<StopReport> patient =
                child.stop(StopPlan.defaults().eofWait(SOON).killLimit(ROOMY.killLimit()));
        assertThat(patient).isNotDone();
        StopPlan hurried = StopPlan.kill().killLimit(ROOMY.killLimit());
        assertThat(child.stop(hurried).join().took()).isEqualTo(StopReport.Took.KILL);
        assertThat(patient.join().took()).isEqualTo(StopReport.Took.KILL);
    }

    @Test
    void grandchildrenGoWithTheChild() {
        RpcChild child = start(shell("sleep 1000 & echo $! >&2; cat >/dev/null"));
        Overheard.await("the grandchild", () -> !heard.log.isEmpty());
        long grandchild = Long.parseLong(heard.log.getFirst());
        child.close();
        assertThat(ProcTable.running(grandchild)).isFalse();
    }

    @Test
    void aGrandchildThatHoldsTheOutputDoesNotHideTheEnd() {
        RpcChild child = start(shell("sleep 1000 & echo $! >&2; read line; exit 4"));
        assertThat(failureOf(child.call("a", RawJson.emptyObject(), SOON)))
                .isInstanceOf(ChildGone.class)
                .hasMessageContaining("exit 4");
        Overheard.await("the end", () -> !heard.ends.isEmpty());
        // Lines of standard error are told on a thread of their own.
        Overheard.await("the grandchild", () -> !heard.log.isEmpty());
        // Without a word from us: nobody would be left to end it.
        long grandchild = Long.parseLong(heard.log.getFirst());
        Overheard.await("the grandchild is gone", () -> !ProcTable.running(grandchild));
    }

    @Test
    void aChildThatClosesItsOutputIsEnded() {
        try (RpcChild child = start(shell("exec >&- 2>&-; exec sleep 1000"))) {
            assertThat(failureOf(child.call("a", RawJson.emptyObject(), SOON)))
                    .isInstanceOf(ChildGone.class);
            child.exit().join();
        }
    }

    @Test
    void manyThreadsMayCloseAtOnce() {
        RpcChild child = talking();
        CompletableFuture<RpcMessage> asked = child.request(request("1", "hold", "{}"), SOON);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var closing = new ArrayList<CompletableFuture<StopReport>>();
            for (int i = 0; i < 50; i++) {
                closing.add(CompletableFuture.supplyAsync(() -> child.stop().join(), threads));
                closing.add(
                        CompletableFuture.supplyAsync(
                                () -> {
                                    child.close();
                                    return child.stop().join();
                                },
                                threads));
            }
            Set<StopReport> reports =
                    closing.stream().map(CompletableFuture::join).collect(Collectors.toSet());
            assertThat(reports).hasSize(1);
        }
        assertThat(failureOf(asked)).isInstanceOf(ChildGone.class);
        child.close();
        Overheard.await("the end", () -> !heard.ends.isEmpty());
        assertThat(heard.ends).hasSize(1);
    }

    @Test
    void closingDoesNotWaitForAHandshakeThatHangs() {
        RpcChild child =
                RpcChild.start(
                        engine,
                        shell("trap '' TERM; echo set >&2; while :; do sleep 1000; done")
                                .stopPlan(ROOMY),
                        RpcLimits.defaults(),
                        heard);
        Overheard.await("the trap", () -> heard.log.contains("set"));
        CompletableFuture<RpcMessage> hello =
                child.request(request("0", "initialize", "{}"), Duration.ofMinutes(5));
        long begin = System.nanoTime();
        child.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(ROOMY.bound());
        assertThat(failureOf(hello)).hasMessageContaining("is being stopped");
        assertThat(failureOf(child.call("a", RawJson.emptyObject(), SOON)))
                .isInstanceOf(ChildGone.class);
    }

    @Test
    void aListenerThatNeverReturnsDoesNotKeepTheChild() {
        var stuck = new CountDownLatch(1);
        var stubborn =
                new Overheard() {
                    @Override
                    public void notification(RpcMessage fromChild) {
                        super.notification(fromChild);
                        try {
                            stuck.await();
                        } catch (InterruptedException ended) {
                            Thread.currentThread().interrupt();
                        }
                    }
                };
        RpcChild child =
                RpcChild.start(
                        engine,
                        shell("while :; do echo '{\"jsonrpc\":\"2.0\",\"method\":\"a\"}'; done")
                                .stopPlan(TalkingChild.QUICK),
                        RpcLimits.defaults(),
                        stubborn);
        Overheard.await("a message", () -> !stubborn.notifications.isEmpty());
        child.close();
        assertThat(child.alive()).isFalse();
        assertThat(stubborn.ends).isEmpty();
        stuck.countDown();
        Overheard.await("the end after the call has returned", () -> stubborn.ends.size() == 1);
    }

    @Test
    void aListenerMayCloseTheChild() {
        var slot = new CompletableFuture<RpcChild>();
        var closing =
                new Overheard() {
                    @Override
                    public void notification(RpcMessage fromChild) {
                        slot.join().close();
                        super.notification(fromChild);
                    }
                };
        RpcChild child =
                RpcChild.start(
                        engine,
                        TalkingChild.spec().stopPlan(TalkingChild.QUICK),
                        RpcLimits.defaults(),
                        closing);
        slot.complete(child);
        assertThat(failureOf(child.call("count", RawJson.parse("{\"to\":10}"), SOON)))
                .isInstanceOf(ChildGone.class);
        Overheard.await("the end", () -> closing.ends.size() == 1);
    }

    @Test
    void closingTheEngineEndsTheChild() {
        RpcChild child = talking();
        List<CompletableFuture<RpcMessage>> asked =
                List.of(child.request(request("1", "hold", "{}"), SOON));
        engine.close();
        assertThat(failureOf(asked.getFirst())).isInstanceOf(ChildGone.class);
        Overheard.await("the end", () -> heard.ends.size() == 1);
        child.close();
    }
}
