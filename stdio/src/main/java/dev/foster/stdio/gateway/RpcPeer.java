package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Who answers on the far side of a lane: a child process, or several servers that act as one. */
interface RpcPeer {

    /**
     * Asks it. Fails with an {@link dev.foster.stdio.rpc.RpcProblem} when it does not answer in
     * time, is given up, or goes away.
     */
    CompletableFuture<RpcMessage> request(RpcMessage request, Duration timeout);

    /** Asks it something of the broker's own, under an id nobody else uses. */
    CompletableFuture<RpcMessage> call(String method, RawJson params, Duration timeout);

    /** Tells it something, or answers what it asked. */
    void send(RpcMessage message);

    /** Gives a request up and tells it so. */
    void cancel(RawJson id, String why);

    /** It works on a request and says so: it has its whole time again, within the ceiling. */
    void extend(RawJson id, Duration more);

    /** Completes when it is gone, with how it ended. */
    CompletableFuture<String> ended();

    /** Its process; 0 when it is none. */
    long pid();

    /** Ends it in order; completes when nothing is left of it. */
    CompletableFuture<?> stop();

    /** Ends it in order, without waiting for that. */
    default void end() {
        var _ = stop();
    }
}
