package dev.foster.daemon.metrics.export;

import dev.foster.daemon.metrics.Exposition;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.http.HttpHandler;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.RateLimit;
import dev.foster.http.WrongTokens;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers {@code GET /metrics} of those who may ask. */
final class MetricsHandler implements HttpHandler {
    private static final String TEXT = "text/plain; charset=utf-8";

    private final MetricsAccess access;
    private final Supplier<List<MetricFamily>> figures;
    private final WrongTokens wrongTokens;

    MetricsHandler(
            MetricsAccess access, Supplier<List<MetricFamily>> figures, WrongTokens wrongTokens) {
        this.access = access;
        this.figures = figures;
        this.wrongTokens = wrongTokens;
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
        if (!access.admits(request)) {
            return refusal(request);
        }
        request.letIn(request.peer().place());
        if (!request.path().equals(List.of("metrics"))) {
            return HttpResponse.of(404, TEXT, "cannot find that: there is /metrics only\n");
        }
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return HttpResponse.of(405, TEXT, "cannot do that: use GET\n").with("allow", "GET");
        }
        Exposition form = Exposition.wanted(String.join(",", request.headers().all("accept")));
        return HttpResponse.of(200, form.contentType(), form.write(figures.get()));
    }

    private HttpResponse refusal(HttpRequest request) {
        if (access instanceof MetricsAccess.ThisMachine) {
            return HttpResponse.of(
                    403, TEXT, "cannot answer: call this as localhost or 127.0.0.1\n");
        }
        boolean none = request.headers().first("authorization").isEmpty();
        Optional<Duration> wait = none ? Optional.empty() : wrongTokens.another(request.peer());
        return wait.map(
                        it ->
                                HttpResponse.of(
                                                429,
                                                TEXT,
                                                "cannot answer: the token is wrong, as were too"
                                                    + " many from this address; look it up and wait"
                                                    + " a minute\n")
                                        .with("retry-after", "" + RateLimit.seconds(it)))
                .orElseGet(
                        () ->
                                HttpResponse.of(
                                                401,
                                                TEXT,
                                                "cannot answer: the token is missing or wrong; send"
                                                        + " it as Authorization: Bearer TOKEN\n")
                                        .with("www-authenticate", "Bearer"));
    }
}
