package dev.foster.cli.mcp.bridge;

import dev.foster.http.Headers;

/**
 * A session with a broker.
 *
 * @param id its Mcp-Session-Id; empty for a broker that has none
 * @param version the revision that was agreed on
 */
record LegacySession(String id, String version) {

    Headers headers() {
        Headers headers =
                Headers.of("accept", "application/json, text/event-stream")
                        .with("mcp-protocol-version", version);
        return id.isEmpty() ? headers : headers.with("mcp-session-id", id);
    }
}
