package dev.foster.daemon.api;

import dev.foster.daemon.metrics.Exposition;
import dev.foster.daemon.metrics.MetricsJson;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;

import java.util.List;

/** The figures: {@code /metrics} for Prometheus, {@code /v1/metrics} for everybody else. */
final class MetricsResource {
    private final Operations operations;

    MetricsResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "/metrics", (request, _) -> text(request)),
                Route.of(
                        "GET",
                        "/v1/metrics",
                        (_, _) -> Requests.json(MetricsJson.of(operations.metrics()))));
    }

    private HttpResponse text(HttpRequest request) {
        Exposition form = Exposition.wanted(String.join(",", request.headers().all("accept")));
        return HttpResponse.of(200, form.contentType(), form.write(operations.metrics()));
    }
}
