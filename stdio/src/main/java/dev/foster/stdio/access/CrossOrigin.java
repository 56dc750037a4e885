package dev.foster.stdio.access;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;

import java.util.Optional;

/**
 * What a browser has to hear before it lets a page from elsewhere read an answer. Only for requests
 * whose origin the guard has let pass.
 */
public final class CrossOrigin {
    private static final String EXPOSED = "Mcp-Session-Id, WWW-Authenticate, Retry-After";
    private static final String METHODS = "GET, POST, DELETE";
    private static final String DAY_SECONDS = "86400";

    private CrossOrigin() {}

    /** The answer to a browser that asks whether its page may ask. */
    public static Optional<HttpResponse> preflight(HttpRequest request) {
        boolean asks =
                request.method().equals("OPTIONS")
                        && request.headers().first("access-control-request-method").isPresent();
        if (!asks) {
            return Optional.empty();
        }
        HttpResponse answer =
                HttpResponse.empty(204)
                        .with("access-control-allow-methods", METHODS)
                        .with("access-control-max-age", DAY_SECONDS);
        Optional<String> wanted = request.headers().first("access-control-request-headers");
        return Optional.of(
                allow(
                        request,
                        wanted.isPresent()
                                ? answer.with("access-control-allow-headers", wanted.get())
                                : answer));
    }

    /** The same answer, readable for the page; unchanged if no page asks. */
    public static HttpResponse allow(HttpRequest request, HttpResponse response) {
        return request.headers()
                .first("origin")
                .map(
                        origin ->
                                response.with("access-control-allow-origin", origin)
                                        .with("access-control-expose-headers", EXPOSED)
                                        .with("vary", "Origin"))
                .orElse(response);
    }
}
