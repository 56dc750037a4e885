package dev.foster.stdio.gateway;

import dev.foster.stdio.access.Caller;
import dev.foster.stdio.rpc.RpcMessage;

import java.util.concurrent.CompletableFuture;

/** What a legacy client has with a server from its initialize on, whatever era the child is of. */
public interface Talk extends AutoCloseable {

    /** The answer to initialize, under the client's id; an error when it did not come about. */
    CompletableFuture<RpcMessage> opened();

    /**
     * Asks the server.
     *
     * @param aside hears what the server says that belongs to this request
     */
    Call request(RpcMessage request, ClientSink aside);

    /** Passes on a notification, or the answer to something the server asked. */
    void tell(RpcMessage message);

    /** The caller has new credentials: a child that was given the old ones is replaced. */
    void renew(Caller caller);

    /** Completes when the talk is over for another reason than {@link #close}: say why. */
    CompletableFuture<String> ended();

    /** The process behind it now; 0 while there is none. */
    long pid();

    /** How often its child has been started again. */
    int restarts();

    /** Ends it; the child, if it is this talk's own, is stopped in order. Does not wait. */
    @Override
    void close();
}
