package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

class TimeOutTest extends RpcChildContract {
    // Enough to send a request: one that expires before that is never sent.
    private static final Duration SHORT = Duration.ofMillis(1500);

    @Test
    void aRequestThatIsNotAnsweredInTimeFailsAndTheChildIsTold() {
        try (RpcChild child = talking()) {
            RpcProblem problem =
                    (RpcProblem) failureOf(child.request(request("\"x\"", "hold", "{}"), SHORT));
            assertThat(problem.code()).isEqualTo(RpcChild.TIMED_OUT);
            assertThat(notes(child))
                    .contains("notifications/cancelled")
                    .contains("\"requestId\": \"x\"");
        }
    }

    @Test
    void aLateAnswerIsDroppedAndCounted() {
        try (RpcChild child = talking()) {
            failureOf(child.request(request("9", "hold", "{}"), SHORT));
            // Until the late answer has come, another request by this id could get it.
            assertThat(failureOf(child.request(request("9", "echo", "{}"), SOON)))
                    .hasMessageContaining("may yet be answered");
            child.send(notification("release", "{}"));
            assertThat(resultOf(child.request(request("10", "echo", "{}"), SOON))).isEqualTo("{}");
            assertThat(child.counts().lateAnswers()).isEqualTo(1);
            assertThat(heard.strays).isEmpty();
            assertThat(resultOf(child.request(request("9", "echo", "{}"), SOON))).isEqualTo("{}");
        }
    }

    @Test
    void initializeIsNeverCancelled() {
        try (RpcChild child = talking()) {
            failureOf(child.request(request("1", "initialize", "{}"), SHORT));
            assertThat(notes(child)).isEqualTo("[]");
        }
    }

    @Test
    void aCancelledRequestFailsAndTheChildIsTold() {
        try (RpcChild child = talking()) {
            CompletableFuture<RpcMessage> asked = child.request(request("4", "hold", "{}"), SOON);
            assertThat(child.cancel(RawJson.parse("4"), "changed my mind")).isTrue();
            assertThat(((RpcProblem) failureOf(asked)).code()).isEqualTo(RpcChild.CANCELLED);
            assertThat(notes(child)).contains("\"requestId\": 4").contains("changed my mind");
            assertThat(child.cancel(RawJson.parse("4"), "again")).isFalse();
        }
    }

    @Test
    void cancellingTheFutureCancelsTheRequest() {
        try (RpcChild child = talking()) {
            CompletableFuture<RpcMessage> asked = child.request(request("4", "hold", "{}"), SOON);
            assertThat(asked.cancel(true)).isTrue();
            assertThat(child.inFlight()).isZero();
            assertThat(notes(child)).contains("\"requestId\": 4");
        }
    }

    @Test
    void aRequestGetsMoreTime() {
        try (RpcChild child = talking()) {
            CompletableFuture<RpcMessage> extended =
                    child.request(request("1", "hold", "{}"), Duration.ofSeconds(5));
            CompletableFuture<RpcMessage> other =
                    child.request(request("2", "hold", "{}"), Duration.ofSeconds(5));
            assertThat(child.extend(RawJson.parse("1"), SOON)).isTrue();
            assertThat(failureOf(other)).isInstanceOf(RpcProblem.class);
            child.send(notification("release", "{}"));
            assertThat(resultOf(extended)).isEqualTo("\"released\"");
            assertThat(child.extend(RawJson.parse("1"), SOON)).isFalse();
        }
    }

    @Test
    void noRequestTakesLongerThanTheCeiling() {
        RpcLimits limits = RpcLimits.defaults().ceiling(Duration.ofMillis(200));
        try (RpcChild child = start(TalkingChild.spec(), limits)) {
            CompletableFuture<RpcMessage> asked = child.request(request("1", "hold", "{}"), SOON);
            child.extend(RawJson.parse("1"), SOON);
            assertThat(((RpcProblem) failureOf(asked)).code()).isEqualTo(RpcChild.TIMED_OUT);
        }
    }

    private static String notes(RpcChild child) {
        return resultOf(child.call("notes", RawJson.emptyObject(), SOON));
    }
}
