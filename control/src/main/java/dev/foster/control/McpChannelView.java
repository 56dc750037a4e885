package dev.foster.control;

import dev.foster.json.Members;

import java.util.Map;
import java.util.Optional;

/**
 * A child of an MCP server that is no session's own: it serves all requests of one caller.
 *
 * @param pid its process, while there is one
 * @param restarts how often it was started again
 */
public record McpChannelView(String server, String caller, Optional<Long> pid, int restarts) {

    public Map<String, Object> toJson() {
        return Members.none()
                .put("server", server)
                .put("caller", caller)
                .put("pid", pid)
                .put("restarts", restarts)
                .object();
    }

    public static McpChannelView fromJson(Object json) {
        Members members = Members.of(json);
        return new McpChannelView(
                members.text("server"),
                members.text("caller"),
                members.optionalNumber("pid"),
                members.smallNumber("restarts"));
    }
}
