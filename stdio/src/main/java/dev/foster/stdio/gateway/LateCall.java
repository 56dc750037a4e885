package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A call that may be given up before it has begun. */
public final class LateCall implements Call {
    private final RawJson id;
    private final CompletableFuture<RpcMessage> answer = new CompletableFuture<>();
    private Optional<Call> call = Optional.empty();
    private Optional<String> cancelled = Optional.empty();

    public LateCall(RawJson id) {
        this.id = id;
    }

    /**
     * A call that begins when something is ready.
     *
     * @param wait given up with the call, so that nothing is kept up for nobody
     * @param ready what comes of the wait
     */
    static <T> LateCall after(
            CompletableFuture<?> wait,
            CompletableFuture<T> ready,
            RawJson id,
            Function<T, Call> next) {
        var call = new LateCall(id);
        var _ =
                ready.whenComplete(
                        (there, failure) -> {
                            if (failure == null) {
                                call.begin(there, next);
                            } else {
                                call.fails(Failures.problem(failure));
                            }
                        });
        var _ = call.answer.whenComplete((_, _) -> wait.cancel(false));
        return call;
    }

    private <T> void begin(T there, Function<T, Call> next) {
        if (answer.isDone()) {
            return;
        }
        Call begun;
        try {
            begun = next.apply(there);
        } catch (RuntimeException refused) {
            fails(Failures.problem(refused));
            return;
        }
        goesOnAs(begun);
    }

    /** It has begun; one that was given up meanwhile ends at once. */
    public void goesOnAs(Call begun) {
        Optional<String> why;
        synchronized (this) {
            call = Optional.of(begun);
            why = cancelled;
        }
        why.ifPresent(begun::cancel);
        var _ = begun.answer().thenAccept(answer::complete);
    }

    private void fails(RpcProblem problem) {
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
