package dev.foster.daemon.metrics.export;

import dev.foster.control.http.HttpHandler;
import dev.foster.control.http.HttpRequest;
import dev.foster.control.http.HttpResponse;
import dev.foster.daemon.metrics.Exposition;
import dev.foster.daemon.metrics.MetricFamily;

import java.util.List;
import java.util.function.Supplier;

/** Answers {@code GET /metrics} of those who may ask. */
final class MetricsHandler implements HttpHandler {
    private static final String TEXT = "text/plain; charset=utf-8";

    private final Entrance entrance;
    private final Supplier<List<MetricFamily>> figures;

    MetricsHandler(Entrance entrance, Supplier<List<MetricFamily>> figures) {
        this.entrance = entrance;
        this.figures = figures;
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
        if (!entrance.admits(request)) {
            return entrance instanceof Entrance.ThisMachine
                    ? HttpResponse.of(
                            403, TEXT, "cannot answer: call this as localhost or 127.0.0.1\n")
                    : HttpResponse.of(
                                    401,
                                    TEXT,
                                    "cannot answer: the token is missing or wrong; send it as"
                                            + " Authorization: Bearer TOKEN\n")
                            .with("www-authenticate", "Bearer");
        }
        if (!request.path().equals(List.of("metrics"))) {
            return HttpResponse.of(404, TEXT, "cannot find that: there is /metrics only\n");
        }
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return HttpResponse.of(405, TEXT, "cannot do that: use GET\n").with("allow", "GET");
        }
        Exposition form = Exposition.wanted(String.join(",", request.headers().all("accept")));
        return HttpResponse.of(200, form.contentType(), form.write(figures.get()));
    }
}
