package dev.foster.stdio.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import org.junit.jupiter.api.Test;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A call that may be given up before it has begun. */
class LateCallTest {
    private static final RawJson ID = RawJson.number(7);

    private final CompletableFuture<String> wait = new CompletableFuture<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final Inner inner = new Inner();
    private final LateCall call = LateCall.after(wait, wait, ID, _ -> begin());

    /** What it goes on as. */
    private static final class Inner implements Call {
        final CompletableFuture<RpcMessage> answer = new CompletableFuture<>();
        String cancelled = "";

        @Override
        public CompletableFuture<RpcMessage> answer() {
            return answer;
        }

        @Override
        public void cancel(String why) {
            cancelled = why;
        }
    }

    private Call begin() {
        begun.incrementAndGet();
        return inner;
    }

    private static String error(Call call) {
        return call.answer().join().error().orElseThrow().text("message").orElseThrow();
    }

    @Test
    void itBeginsWhenItsWaitIsOverAndHasThatAnswer() {
        assertThat(begun).hasValue(0);
        wait.complete("there");
        assertThat(call.answer()).isNotDone();
        RpcMessage answer = RpcMessage.result(ID, RawJson.emptyObject());
        inner.answer.complete(answer);
        assertThat(call.answer().join()).isEqualTo(answer);
        assertThat(begun).hasValue(1);
    }

    @Test
    void givenUpBeforeItIsAnsweredAtOnceAndNothingIsWaitedFor() {
        call.cancel("the client has gone");
        assertThat(error(call)).isEqualTo("cancelled: the client has gone");
        assertThat(wait).isCancelled();
        assertThat(begun).hasValue(0);
    }

    @Test
    void givenUpWhileItBeginsItEndsAtOnce() {
        var late = new LateCall(ID);
        late.cancel("early");
        late.goesOnAs(inner);
        assertThat(inner.cancelled).isEqualTo("early");
    }

    @Test
    void givenUpAfterItBeganThatIsPassedOnAndTheAnswerComesFromThere() {
        wait.complete("there");
        call.cancel("late");
        assertThat(inner.cancelled).isEqualTo("late");
        assertThat(call.answer()).isNotDone();
    }

    @Test
    void aWaitInVainIsTheAnswer() {
        wait.completeExceptionally(new RpcProblem(Mcp.CHILD_GONE, "no child"));
        assertThat(error(call)).isEqualTo("no child");
    }

    @Test
    void aRefusalToBeginIsTheAnswer() {
        var ready = CompletableFuture.completedFuture("there");
        var refused =
                LateCall.after(
                        ready,
                        ready,
                        ID,
                        _ -> {
                            throw new RpcProblem(Mcp.TOO_MANY, "too many");
                        });
        assertThat(error(refused)).isEqualTo("too many");
    }
}
