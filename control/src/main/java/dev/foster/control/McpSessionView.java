package dev.foster.control;

import dev.foster.json.Members;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A client's stay with an MCP server.
 *
 * @param id the beginning of what the client names it by: enough to end it, too little to use it
 * @param caller who it is, by the name in its credentials
 * @param version the revision of MCP both agreed on
 * @param openedAt when it began
 * @param heardAt when its client last sent something
 * @param running how many of its requests are not answered yet
 * @param listening how many streams its client reads now
 * @param lost how many messages nobody came for in time
 * @param pid the process behind it
 * @param restarts how often that was started again
 */
public record McpSessionView(
        String id,
        String server,
        String caller,
        String version,
        Instant openedAt,
        Instant heardAt,
        int running,
        int listening,
        long lost,
        Optional<Long> pid,
        int restarts) {

    public Map<String, Object> toJson() {
        return Members.none()
                .put("id", id)
                .put("server", server)
                .put("caller", caller)
                .put("version", version)
                .put("opened_at", openedAt)
                .put("heard_at", heardAt)
                .put("running", running)
                .put("listening", listening)
                .put("lost", lost)
                .put("pid", pid)
                .put("restarts", restarts)
                .object();
    }

    public static McpSessionView fromJson(Object json) {
        Members members = Members.of(json);
        return new McpSessionView(
                members.text("id"),
                members.text("server"),
                members.text("caller"),
                members.text("version"),
                members.instant("opened_at"),
                members.instant("heard_at"),
                members.smallNumber("running"),
                members.smallNumber("listening"),
                members.number("lost"),
                members.optionalNumber("pid"),
                members.smallNumber("restarts"));
    }
}
