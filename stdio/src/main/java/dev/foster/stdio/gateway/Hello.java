package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.util.LinkedHashMap;

/**
 * How the client a child is for introduces itself; kept, so that a new child can be told again.
 *
 * @param initialize the parameters of initialize
 * @param capabilities what the client can be asked for
 * @param client what the client says it is
 */
record Hello(RawJson initialize, RawJson capabilities, RawJson client) {
    private static final RawJson FOSTER =
            RawJson.parse("{\"name\":\"foster\",\"version\":\"0.1.0\"}");

    /** From the parameters of a legacy client's initialize. */
    static Hello legacy(RpcMessage initialize) {
        RawJson params = initialize.params();
        return new Hello(
                params.copy(),
                params.member("capabilities").orElse(RawJson.emptyObject()).copy(),
                params.member("clientInfo").orElse(FOSTER).copy());
    }

    /** From what stands beside a modern client's request. */
    static Hello modern(RpcMessage request) {
        RawJson params = request.params();
        RawJson capabilities =
                params.at(Mcp.META, Mcp.META_CAPABILITIES).orElse(RawJson.emptyObject()).copy();
        RawJson client = params.at(Mcp.META, Mcp.META_CLIENT).orElse(FOSTER).copy();
        var initialize = new LinkedHashMap<String, RawJson>();
        initialize.put("protocolVersion", RawJson.string(Mcp.LEGACY));
        initialize.put("capabilities", capabilities);
        initialize.put("clientInfo", client);
        return new Hello(RawJson.object(initialize), capabilities, client);
    }

    /** What stands beside each request to a modern server, over what stands there already. */
    RawJson meta(RawJson present) {
        return present.with(Mcp.META_VERSION, RawJson.string(Mcp.MODERN))
                .with(Mcp.META_CLIENT, client)
                .with(Mcp.META_CAPABILITIES, capabilities);
    }

    /** These parameters with what a modern server wants beside them. */
    RawJson over(RawJson params) {
        return params.with(Mcp.META, meta(params.member(Mcp.META).orElse(RawJson.emptyObject())));
    }
}
