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
    private final CompletableFuture<RpcMessage> answer = new CompletableFuture<>();
    private Optional<Call> call = Optional.empty();
    private Optional<String> cancelled = Optional.empty();

    LateCall(RawJson id) {
        this.id = id;
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
            fails(new RpcProblem(Mcp.CANCELLED, "cancelled: " + why));
        }
    }
}
