package dev.foster.stdio.broker;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A call that waits for a child before it can begin. */
final class LateCall implements Call {
    private final RawJson id;
    private final CompletableFuture<Greeted> wait;
    private final CompletableFuture<RpcMessage> answer = new CompletableFuture<>();
    private Optional<Call> call = Optional.empty();
    private Optional<String> cancelled = Optional.empty();

    /**
     * @param wait for the child; cancelled with the call, so that nothing is kept up for nobody
     */
    LateCall(RawJson id, CompletableFuture<Greeted> wait) {
        this.id = id;
        this.wait = wait;
    }

    static RpcProblem cancelled(String why) {
        return new RpcProblem(Mcp.CANCELLED, "cancelled: " + why);
    }

    void goesOnAs(Call begun) {
        Optional<String> why;
        synchronized (this) {
            call = Optional.of(begun);
            why = cancelled;
        }
        why.ifPresent(begun::cancel);
        var _ = begun.answer().thenAccept(answer::complete);
    }

    void fails(RpcProblem problem) {
        answer.complete(RpcMessage.error(id, problem));
    }

    @Override
    public CompletableFuture<RpcMessage> answer() {
        return answer;
    }

    @Override
    public void cancel(String why) {
        Optional<Call> begun;
        synchronized (this) {
            cancelled = Optional.of(why);
            begun = call;
        }
        if (begun.isPresent()) {
            begun.get().cancel(why);
        } else {
            fails(cancelled(why));
            wait.cancel(false);
        }
    }
}
