package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;

import java.util.Optional;

/**
 * A correspondent that has been greeted and can be asked.
 *
 * @param era the era it speaks
 * @param greeting what it answered: the result of initialize, or of server/discover
 */
record Greeted(RpcPeer peer, Era era, RawJson greeting) {

    RawJson capabilities() {
        return greeting.member("capabilities").orElse(RawJson.emptyObject());
    }

    /** What it says it is; legacy servers say it in the answer, modern ones beside it. */
    Optional<RawJson> serverInfo() {
        return era == Era.LEGACY
                ? greeting.member("serverInfo")
                : greeting.at(Mcp.META, Mcp.META_SERVER);
    }
}
