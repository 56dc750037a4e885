package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RpcMessage;

/**
 * Where a client hears what a server says by itself: notifications, and questions of a legacy one.
 */
@FunctionalInterface
public interface ClientSink {

    /** Takes a message, in the order they were said; must not block for long. */
    void say(RpcMessage message);
}
