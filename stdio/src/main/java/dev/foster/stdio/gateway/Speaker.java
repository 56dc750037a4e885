package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

/** Speaks with a child on behalf of a legacy client, in the words the child understands. */
interface Speaker {

    /** What the client gets as the result of its initialize. */
    RawJson greeting();

    Call request(RpcMessage request, ClientSink aside);

    /** A notification of the client, or its answer to a question. */
    void tell(RpcMessage message);

    /** What the child says that belongs to no request. */
    void hear(RpcMessage message);

    /** There is a new child: it must be told what the old one knew. */
    void restarted(Greeted child);
}
