package dev.foster.stdio.http;

import dev.foster.stdio.gateway.Call;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/** Passes the answers of servers on, and tells how long they took. */
final class Answers {
    private final FrontListener listener;
    private final LongSupplier clock;

    Answers(FrontListener listener, LongSupplier clock) {
        this.listener = listener;
        this.clock = clock;
    }

    /** Hands the answer on as soon as it is there, on the thread that has it. */
    void whenAnswered(
            String server,
            RpcMessage request,
            Call call,
            ToIntFunction<RpcMessage> status,
            Consumer<Answer> next) {
        long begin = clock.getAsLong();
        RawJson id = request.id();
        String method = request.method();
        var _ =
                call.answer()
                        .exceptionally(_ -> RpcMessage.error(id, Replies.fault()))
                        .thenAccept(
                                answer -> {
                                    next.accept(
                                            new Answer(status.applyAsInt(answer), answer.line()));
                                    tell(server, method, begin, answer.result().isPresent());
                                });
    }

    void tell(String server, String method, long begin, boolean ok) {
        listener.answered(server, Methods.figure(method), clock.getAsLong() - begin, ok);
    }

    long now() {
        return clock.getAsLong();
    }
}
