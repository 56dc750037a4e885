package dev.foster.stdio.access;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.Digest;
import dev.foster.stdio.spec.HostPolicy;
import dev.foster.stdio.spec.JwtRules;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Where requests come in: first by which name and from which page they ask, then who asks. */
public final class RequestGuard {

    /** Tells who comes with a token to an address, or why not. */
    private interface Recognition {
        Caller caller(String bearer, Optional<String> resource) throws JwtProblem;
    }

    private final HostPolicy rules;
    private final Optional<Recognition> recognition;
    private final Set<String> authorizationServers;
    private final Set<String> scopes;

    private RequestGuard(
            HostPolicy rules,
            Optional<Recognition> recognition,
            Set<String> authorizationServers,
            Set<String> scopes) {
        this.rules = rules;
        this.recognition = recognition;
        this.authorizationServers = authorizationServers;
        this.scopes = new TreeSet<>(scopes);
    }

    /**
     * A guard.
     *
     * @param authorizationServers where clients get tokens; for signed ones their issuer if none is
     *     given
     * @param clock tells whether a token has expired
     * @throws IllegalArgumentException when nothing says whom signed tokens must be for
     */
    public static RequestGuard of(
            HostPolicy rules,
            Credentials credentials,
            Set<String> authorizationServers,
            InstantSource clock) {
        return of(rules, credentials, authorizationServers, clock, System::nanoTime);
    }

    static RequestGuard of(
            HostPolicy rules,
            Credentials credentials,
            Set<String> authorizationServers,
            InstantSource clock,
            LongSupplier ticker) {
        return switch (credentials) {
            case Credentials.Open() ->
                    new RequestGuard(rules, Optional.empty(), Set.of(), Set.of());
            case Credentials.Tokens(var tokens) ->
                    new RequestGuard(
                            rules,
                            Optional.of(known(new TokenBook(tokens, Digest::isSameAs))),
                            authorizationServers,
                            Set.of());
            case Credentials.Passthrough() ->
                    new RequestGuard(
                            rules,
                            Optional.of((bearer, _) -> stranger(bearer)),
                            authorizationServers,
                            Set.of());
            case Credentials.Jwt(JwtRules jwt) ->
                    new RequestGuard(
                            rules,
                            Optional.of(new JwtCheck(named(jwt, rules), clock, ticker)::caller),
                            authorizationServers.isEmpty()
                                    ? Set.of(jwt.issuer())
                                    : authorizationServers,
                            jwt.scopes());
        };
    }

    private static JwtRules named(JwtRules jwt, HostPolicy rules) {
        if (jwt.audiences().isEmpty() && rules.publicUrl().isEmpty()) {
            throw new IllegalArgumentException(
                    "cannot check signed tokens: nothing says for whom they must have been made;"
                            + " give a public URL, or an audience");
        }
        return jwt;
    }

    private static Recognition known(TokenBook book) {
        return (bearer, _) ->
                book.caller(bearer).orElseThrow(() -> JwtProblem.invalid("it is not known here"));
    }

    private static Caller stranger(String bearer) {
        return Caller.of(
                "bearer|" + Digest.of(bearer).fingerprint(),
                Optional.of(bearer),
                Set.of(),
                Map.of());
    }

    /**
     * Lets a request in, or not.
     *
     * @param resourcePath what it asks for: {@code /mcp/NAME}
     */
    public AccessDecision enter(HttpRequest request, String resourcePath) {
        Optional<HttpResponse> refused = refusedForItsOrigin(request);
        if (refused.isPresent()) {
            return new AccessDecision.Refused(refused.get());
        }
        if (recognition.isEmpty()) {
            return new AccessDecision.Admitted(Caller.anonymous());
        }
        Optional<String> bearer = Bearer.of(request);
        if (bearer.isEmpty()) {
            return new AccessDecision.Refused(withoutToken(request, resourcePath));
        }
        try {
            // What a client calls us is no proof of what its token was made for.
            Optional<String> resource =
                    rules.publicUrl().map(_ -> rules.address(request, resourcePath));
            return new AccessDecision.Admitted(recognition.get().caller(bearer.get(), resource));
        } catch (JwtProblem problem) {
            return new AccessDecision.Refused(
                    refusal(request, resourcePath, problem), !problem.lacksScopes());
        }
    }

    /** Looks at the Host and the Origin only: the answer to a request that must not be read. */
    public Optional<HttpResponse> refusedForItsOrigin(HttpRequest request) {
        if (!rules.knowsHost(request)) {
            return Optional.of(
                    Refusals.refusal(
                            403,
                            "cannot take this Host: the broker does not go by that name; call it"
                                    + " as localhost, or add the name to its hosts"));
        }
        if (!rules.knowsOrigin(request)) {
            return Optional.of(
                    Refusals.refusal(
                            403,
                            "cannot take this Origin: web pages from there may not ask; add it to"
                                    + " the broker's origins if they should"));
        }
        return Optional.empty();
    }

    /** What OAuth clients have to know about what is behind this door. */
    public ProtectedResource metadata(Predicate<String> resource) {
        return new ProtectedResource(rules, authorizationServers, scopes, resource);
    }

    private HttpResponse withoutToken(HttpRequest request, String path) {
        boolean none = request.headers().all("authorization").isEmpty();
        String why =
                none ? "there is no token" : "the Authorization header is not one bearer token";
        return Refusals.refusal(
                        401, "cannot answer: " + why + "; send it as Authorization: Bearer TOKEN")
                .with("www-authenticate", challenge(request, path, ""));
    }

    private HttpResponse refusal(HttpRequest request, String path, JwtProblem problem) {
        String error = problem.lacksScopes() ? "insufficient_scope" : "invalid_token";
        String words = ", error=\"" + error + "\", error_description=\"" + problem.why() + "\"";
        return Refusals.refusal(
                        problem.lacksScopes() ? 403 : 401,
                        "cannot accept the token: " + problem.why() + "; get a new one")
                .with("www-authenticate", challenge(request, path, words));
    }

    private String challenge(HttpRequest request, String path, String words) {
        var challenge = new StringBuilder("Bearer realm=\"mcp\"").append(words);
        if (!scopes.isEmpty()) {
            challenge.append(", scope=\"").append(String.join(" ", scopes)).append('"');
        }
        if (!authorizationServers.isEmpty()) {
            challenge
                    .append(", resource_metadata=\"")
                    .append(rules.address(request, ProtectedResource.PLACE, path))
                    .append('"');
        }
        return challenge.toString();
    }
}
