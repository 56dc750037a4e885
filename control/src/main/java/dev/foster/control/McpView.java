package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The MCP servers of a project, and who uses them. A project without any has an empty one.
 *
 * @param listen the address where clients find them, such as {@code 127.0.0.1:8808}
 * @param auth how clients show who they are: {@code token}, {@code tokens}, {@code passthrough},
 *     {@code jwt} or {@code none}
 * @param tokenFile where the token is that clients need, if it is one of the daemon's own
 * @param sessions of clients that have any
 * @param channels children of clients that have no sessions
 */
public record McpView(
        Optional<String> listen,
        Optional<String> auth,
        Optional<String> tokenFile,
        List<McpServerView> servers,
        List<McpSessionView> sessions,
        List<McpChannelView> channels,
        List<McpMethodView> methods) {
    /** Of a project that has no such servers. */
    public static final McpView NONE =
            new McpView(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of());

    public McpView {
        servers = List.copyOf(servers);
        sessions = List.copyOf(sessions);
        channels = List.copyOf(channels);
        methods = List.copyOf(methods);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("listen", listen)
                .put("auth", auth)
                .put("token_file", tokenFile)
                .put("servers", servers, McpServerView::toJson)
                .put("sessions", sessions, McpSessionView::toJson)
                .put("channels", channels, McpChannelView::toJson)
                .put("methods", methods, McpMethodView::toJson)
                .object();
    }

    public static McpView fromJson(Object json) {
        Members members = Members.of(json);
        return new McpView(
                members.optionalText("listen"),
                members.optionalText("auth"),
                members.optionalText("token_file"),
                members.list("servers", McpServerView::fromJson),
                members.list("sessions", McpSessionView::fromJson),
                members.list("channels", McpChannelView::fromJson),
                members.list("methods", McpMethodView::fromJson));
    }
}
