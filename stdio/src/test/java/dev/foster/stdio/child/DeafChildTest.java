package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.foster.process.ChildSpec;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;

/** Children that do not read what they are sent. */
class DeafChildTest extends RpcChildContract {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final RawJson HUNDRED_KILOBYTES =
            RawJson.parse("[\"" + "x".repeat(100_000) + "\"]");

    private RpcChild deaf() {
        return start(
                ChildSpec.of(Shell.script("exec sleep 1000")),
                RpcLimits.defaults().queuedBytes(1_000_000));
    }

    @Test
    void requestsToItFailByTheirTimeOut() {
        try (RpcChild child = deaf()) {
            var asked = new ArrayList<CompletableFuture<RpcMessage>>();
            for (int i = 0; i < 8; i++) {
                asked.add(child.call("a", HUNDRED_KILOBYTES, SHORT));
            }
            assertThat(asked)
                    .allSatisfy(
                            each ->
                                    assertThat(((RpcProblem) failureOf(each)).code())
                                            .isEqualTo(RpcChild.TIMED_OUT));
            assertThat(failureOf(asked.getLast())).hasMessageContaining("does not read its input");
            assertThat(child.inFlight()).isZero();
        }
    }

    @Test
    void whatWaitsForItIsBounded() {
        try (RpcChild child = deaf()) {
            Throwable refused = null;
            int sent = 0;
            while (refused == null && sent < 1000) {
                refused =
                        catchThrowable(
                                () -> child.send(RpcMessage.notification("a", HUNDRED_KILOBYTES)));
                sent++;
            }
            assertThat(refused)
                    .isInstanceOfSatisfying(
                            RpcProblem.class,
                            problem -> {
                                assertThat(problem).hasMessageContaining("does not read");
                                assertThat(problem.code()).isEqualTo(RpcChild.BUSY);
                            });
            assertThat(sent).isBetween(9, 13);
            // The pipe may still take some of it, and make room for one more.
            CompletableFuture<RpcMessage> asked;
            int tries = 0;
            do {
                asked = child.call("a", HUNDRED_KILOBYTES, SOON);
                tries++;
            } while (!asked.isDone() && tries < 5);
            assertThat(((RpcProblem) failureOf(asked)).code()).isEqualTo(RpcChild.BUSY);
        }
    }

    @Test
    void manySmallMessagesDoNotHoldTheirSenders() {
        try (RpcChild child = deaf()) {
            Throwable refused = null;
            for (int i = 0; refused == null && i < 100_000; i++) {
                refused =
                        catchThrowable(
                                () ->
                                        child.send(
                                                notification("a", "[\"" + "y".repeat(90) + "\"]")));
            }
            assertThat(refused).isInstanceOf(RpcProblem.class);
        }
    }

    @Test
    void stoppingItFreesThoseWhoWait() {
        try (RpcChild child = deaf()) {
            CompletableFuture<RpcMessage> one = child.call("a", HUNDRED_KILOBYTES, SOON);
            CompletableFuture<RpcMessage> two = child.call("a", HUNDRED_KILOBYTES, SOON);
            var stopped = child.stop();
            assertThat(one).isCompletedExceptionally();
            assertThat(two).isCompletedExceptionally();
            assertThat(failureOf(one)).isInstanceOf(ChildGone.class);
            stopped.join();
        }
    }

    @Test
    void aChildThatClosesItsInputFailsTheRequestsItCannotGet() {
        try (RpcChild child = start(shell("exec <&-; echo closed >&2; exec sleep 1000"))) {
            Overheard.await("the word", () -> heard.log.contains("closed"));
            assertThat(failureOf(child.call("a", RawJson.emptyObject(), SOON)))
                    .isInstanceOf(ChildGone.class)
                    .hasMessageContaining("has closed its input");
            assertThat(catchThrowable(() -> child.send(notification("a", "{}"))))
                    .isInstanceOf(ChildGone.class);
        }
    }
}
