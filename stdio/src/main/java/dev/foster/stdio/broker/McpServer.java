package dev.foster.stdio.broker;

import dev.foster.stdio.access.Caller;
import dev.foster.stdio.rpc.RpcMessage;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A server as clients of both eras see it. */
public interface McpServer {

    String name();

    /**
     * Begins a talk with a legacy client.
     *
     * @param initialize its first request
     * @param general hears what belongs to no request of this client
     */
    Talk open(Caller caller, RpcMessage initialize, Outlet general);

    /**
     * Answers a request of a modern client; its {@code _meta} has been checked.
     *
     * @param aside hears the notifications that belong to it
     */
    Call ask(Caller caller, RpcMessage request, Outlet aside);

    /**
     * Which arguments of a tool a modern client repeats in headers: from the part of the header's
     * name after Mcp-Param- to the path of the argument's name. Empty when the tool is unknown.
     */
    CompletableFuture<Map<String, List<String>>> mirrored(
            Caller caller, RpcMessage request, String tool);
}
