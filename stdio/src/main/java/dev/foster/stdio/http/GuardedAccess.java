package dev.foster.stdio.http;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.access.AccessDecision;
import dev.foster.stdio.access.ProtectedResource;
import dev.foster.stdio.access.RequestGuard;

import java.util.Optional;
import java.util.function.Predicate;

/** The gateway's guard, as a front asks it. */
record GuardedAccess(RequestGuard guard, ProtectedResource resources) implements FrontAccess {
    private static final String SERVERS = "/mcp/";

    static GuardedAccess of(RequestGuard guard, Predicate<String> server) {
        return new GuardedAccess(
                guard,
                guard.metadata(
                        path ->
                                path.startsWith(SERVERS)
                                        && server.test(path.substring(SERVERS.length()))));
    }

    @Override
    public AccessDecision enter(HttpRequest request, String path) {
        return guard.enter(request, path);
    }

    @Override
    public Optional<HttpResponse> refused(HttpRequest request) {
        return guard.refusedForItsOrigin(request);
    }

    @Override
    public Optional<HttpResponse> metadata(HttpRequest request) {
        return resources.serves(request)
                ? Optional.of(resources.answer(request))
                : Optional.empty();
    }
}
