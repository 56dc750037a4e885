package dev.foster.daemon.api;

import dev.foster.http.HttpRequest;

import java.util.List;
import java.util.Map;

/**
 * The project as a whole: {@code /v1/project}, {@code /v1/health}, {@code /v1/plan}, {@code
 * /v1/select}.
 */
final class ProjectResource {
    private final Operations operations;

    ProjectResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(
                Route.of(
                        "GET",
                        "/v1/project",
                        (_, _) -> Requests.json(operations.project().toJson())),
                Route.of(
                        "GET", "/v1/health", (_, _) -> Requests.json(operations.health().toJson())),
                Route.of("GET", "/v1/plan", (_, _) -> Requests.json(operations.plan().toJson())),
                Route.of(
                        "GET",
                        "/v1/select",
                        (request, _) -> Requests.json(Map.of("names", select(request)))));
    }

    private List<String> select(HttpRequest request) {
        List<String> patterns = request.query().getOrDefault("name", List.of());
        return request.parameter("logs").filter("true"::equals).isPresent()
                ? operations.selectLogs(patterns)
                : operations.select(patterns);
    }
}
