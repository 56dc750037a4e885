package dev.foster.stdio.gateway;

import dev.foster.stdio.access.Caller;
import dev.foster.stdio.rpc.RpcMessage;

/** A server as clients of both eras see it. */
public interface McpServer {

    String name();

    /**
     * Begins a talk with a legacy client.
     *
     * @param initialize its first request
     * @param general hears what belongs to no request of this client
     */
    Talk open(Caller caller, RpcMessage initialize, ClientSink general);

    /**
     * Answers a request of a modern client; its {@code _meta} has been checked.
     *
     * @param check of its headers, if it calls a tool: made at once when the server's tools are
     *     known, otherwise by the child that is to answer the call
     * @param aside hears the notifications that belong to it
     * @throws dev.foster.stdio.rpc.RpcProblem when it is refused at once
     */
    Call ask(Caller caller, RpcMessage request, HeaderCheck check, ClientSink aside);
}
