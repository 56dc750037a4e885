package dev.foster.stdio.http;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.access.AccessDecision;
import dev.foster.stdio.access.Caller;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Admits whoever has a token, and takes what stands before the dot in it for the name. */
final class TestGate implements FrontAccess {

    @Override
    public AccessDecision enter(HttpRequest request, String path) {
        Optional<HttpResponse> refused = refused(request);
        if (refused.isPresent()) {
            return new AccessDecision.Refused(refused.get());
        }
        String header = request.headers().first("authorization").orElse("");
        if (!header.startsWith("Bearer ")) {
            return new AccessDecision.Refused(
                    Replies.refused(401, "cannot let you in: no token; send one"));
        }
        String token = header.substring("Bearer ".length());
        String name = token.split("\\.", 2)[0];
        return new AccessDecision.Admitted(Caller.of(name, Optional.of(token), Set.of(), Map.of()));
    }

    @Override
    public Optional<HttpResponse> refused(HttpRequest request) {
        return request.headers().first("origin").orElse("").contains("evil")
                ? Optional.of(Replies.refused(403, "cannot let you in: evil origin; go away"))
                : Optional.empty();
    }

    @Override
    public Optional<HttpResponse> metadata(HttpRequest request) {
        return request.path().getFirst().equals(".well-known")
                ? Optional.of(HttpResponse.json(200, "{\"resource\":\"here\"}"))
                : Optional.empty();
    }
}
