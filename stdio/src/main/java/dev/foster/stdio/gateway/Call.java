package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RpcMessage;

import java.util.concurrent.CompletableFuture;

/** A request of a client that is under way. */
public interface Call {

    /**
     * The answer, under the client's own id. It never fails: what goes wrong is an answer with an
     * error.
     */
    CompletableFuture<RpcMessage> answer();

    /** The client gives it up; the server is told, and the answer is an error. */
    void cancel(String why);

    /** A call that is answered already. */
    static Call answered(RpcMessage answer) {
        return new Call() {
            @Override
            public CompletableFuture<RpcMessage> answer() {
                return CompletableFuture.completedFuture(answer);
            }

            @Override
            public void cancel(String why) {
                // There is nothing left to give up.
            }
        };
    }
}
