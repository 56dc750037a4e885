package dev.foster.stdio.http;

import dev.foster.http.Headers;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.Optional;

/** Which era a request is of, and which revision it names. */
final class RequestVersion {
    private static final String HEADER = "mcp-protocol-version";

    private RequestVersion() {}

    /** The body decides; the header counts where the body does not say. */
    static Era era(Headers headers, RpcMessage message) {
        boolean modernHeader = isModern(headers);
        if (message.isResponse()) {
            if (modernHeader) {
                throw RpcProblem.invalidRequest(
                        "clients send no answers since "
                                + Mcp.MODERN
                                + "; put them into the request that is repeated");
            }
            return Era.LEGACY;
        }
        if (message.isFor(Mcp.INITIALIZE) && !ModernChecks.isComplete(message)) {
            if (modernHeader) {
                throw new RpcProblem(
                        Mcp.HEADER_MISMATCH,
                        "cannot trust the header MCP-Protocol-Version: initialize belongs to"
                                + " earlier versions; leave the header out");
            }
            return Era.LEGACY;
        }
        return modernHeader || ModernChecks.claim(message).isPresent() ? Era.MODERN : Era.LEGACY;
    }

    /** Whether the header names the modern era, or something that is newer still. */
    static boolean isModern(Headers headers) {
        return headers.first(HEADER)
                .map(String::strip)
                .filter(version -> version.compareTo(Mcp.MODERN) >= 0)
                .isPresent();
    }

    /** Throws if the header names a revision that no legacy client speaks. */
    static void checkLegacy(Headers headers) {
        Optional<String> version = headers.first(HEADER).map(String::strip);
        if (version.isPresent() && !Mcp.LEGACY_VERSIONS.contains(version.get())) {
            throw Replies.unsupportedVersion(version.get());
        }
    }
}
