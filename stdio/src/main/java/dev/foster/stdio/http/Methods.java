package dev.foster.stdio.http;

import dev.foster.stdio.mcp.Mcp;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is known here of MCP's methods. */
final class Methods {
    private static final Set<String> KNOWN =
            Set.of(
                    Mcp.INITIALIZE,
                    Mcp.DISCOVER,
                    Mcp.LISTEN,
                    Mcp.TOOLS_LIST,
                    Mcp.TOOLS_CALL,
                    Mcp.SUBSCRIBE,
                    Mcp.UNSUBSCRIBE,
                    Mcp.SET_LEVEL,
                    "ping",
                    "prompts/list",
                    "prompts/get",
                    "resources/list",
                    "resources/templates/list",
                    "resources/read",
                    "completion/complete");

    /** Which parameter a modern client repeats in Mcp-Name. */
    private static final Map<String, String> NAMED =
            Map.of(Mcp.TOOLS_CALL, "name", "prompts/get", "name", "resources/read", "uri");

    private Methods() {}

    /** Its name, if it is one of MCP's: others would make figures without number. */
    static String figure(String method) {
        return KNOWN.contains(method) ? method : "other";
    }

    static Optional<String> named(String method) {
        return Optional.ofNullable(NAMED.get(method));
    }
}
