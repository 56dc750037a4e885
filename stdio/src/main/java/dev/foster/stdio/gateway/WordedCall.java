package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RpcMessage;

import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A call whose answer is put in other words. */
record WordedCall(Call call, UnaryOperator<RpcMessage> wording) implements Call {

    @Override
    public CompletableFuture<RpcMessage> answer() {
        return call.answer().thenApply(wording);
    }

    @Override
    public void cancel(String why) {
        call.cancel(why);
    }
}
