package dev.foster.control;

import dev.foster.json.Members;

import java.util.Map;
import java.util.Optional;

/**
 * An MCP server of a project.
 *
 * @param url where clients find it
 * @param era what it speaks, once that is known: {@code legacy} or {@code modern}
 * @param sharing {@code client} when each client has its own child, {@code all} when all share one
 * @param children how many it has now
 * @param sessions how many clients have a session with it
 * @param restarts how often children that live now were started again
 * @param calls how many requests were answered
 * @param errors how many of them with an error
 */
public record McpServerView(
        String name,
        Optional<String> description,
        String url,
        Optional<String> era,
        String sharing,
        int children,
        int sessions,
        int restarts,
        long calls,
        long errors) {

    public Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("description", description)
                .put("url", url)
                .put("era", era)
                .put("sharing", sharing)
                .put("children", children)
                .put("sessions", sessions)
                .put("restarts", restarts)
                .put("calls", calls)
                .put("errors", errors)
                .object();
    }

    public static McpServerView fromJson(Object json) {
        Members members = Members.of(json);
        return new McpServerView(
                members.text("name"),
                members.optionalText("description"),
                members.text("url"),
                members.optionalText("era"),
                members.text("sharing"),
                members.smallNumber("children"),
                members.smallNumber("sessions"),
                members.smallNumber("restarts"),
                members.number("calls"),
                members.number("errors"));
    }
}
