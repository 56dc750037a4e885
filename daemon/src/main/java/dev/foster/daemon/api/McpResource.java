package dev.foster.daemon.api;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;

import java.util.List;
import java.util.Map;

/** The MCP servers and who uses them: {@code /v1/mcp}. */
final class McpResource {
    private final Operations operations;

    McpResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "/v1/mcp", (_, _) -> Requests.json(operations.mcp().toJson())),
                Route.of("DELETE", "/v1/mcp/sessions/{name}", this::end));
    }

    private HttpResponse end(HttpRequest request, String session) {
        operations.endMcpSession(session, Requests.who(request));
        return Requests.json(Map.of());
    }
}
