package dev.foster.control;

import dev.foster.json.Members;

import java.util.Map;

/**
 * How often a method of an MCP server was asked for.
 *
 * @param errors how many of the answers were errors
 * @param totalMs what all answers took together, in milliseconds
 * @param slowestMs what the slowest took
 */
public record McpMethodView(
        String server, String method, long calls, long errors, double totalMs, double slowestMs) {

    /** What an answer takes on average, in milliseconds. */
    public double averageMs() {
        return calls == 0 ? 0 : totalMs / calls;
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("server", server)
                .put("method", method)
                .put("calls", calls)
                .put("errors", errors)
                .put("total_ms", totalMs)
                .put("slowest_ms", slowestMs)
                .object();
    }

    public static McpMethodView fromJson(Object json) {
        Members members = Members.of(json);
        return new McpMethodView(
                members.text("server"),
                members.text("method"),
                members.number("calls"),
                members.number("errors"),
                members.decimal("total_ms"),
                members.decimal("slowest_ms"));
    }
}
