package dev.foster.stdio.access;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.stdio.spec.HostPolicy;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Tells OAuth clients where to get a token for what is here. */
public final class ProtectedResource {
    /** The place that the standard gives it, in front of the path of the resource. */
    static final String PLACE = "/.well-known/oauth-protected-resource";

    private static final List<String> SEGMENTS = List.of(".well-known", "oauth-protected-resource");

    private final HostPolicy rules;
    private final Set<String> authorizationServers;
    private final Set<String> scopes;
    private final Predicate<String> resource;

    ProtectedResource(
            HostPolicy rules,
            Set<String> authorizationServers,
            Set<String> scopes,
            Predicate<String> resource) {
        this.rules = rules;
        this.authorizationServers = new TreeSet<>(authorizationServers);
        this.scopes = new TreeSet<>(scopes);
        this.resource = resource;
    }

    /** Whether this is asked for. */
    public boolean serves(HttpRequest request) {
        List<String> path = request.path();
        return path.size() >= SEGMENTS.size() && path.subList(0, SEGMENTS.size()).equals(SEGMENTS);
    }

    /** Anybody may know it, by whichever page; only the name it asks by must be one of ours. */
    public HttpResponse answer(HttpRequest request) {
        if (!rules.knowsHost(request)) {
            return Refusals.refusal(
                    403,
                    "cannot take this Host: the broker does not go by that name; call it as"
                            + " localhost, or add the name to its hosts");
        }
        if (!Set.of("GET", "HEAD").contains(request.method())) {
            return Refusals.refusal(405, "cannot change this: it can only be read; use GET")
                    .with("allow", "GET, HEAD");
        }
        String path = path(request);
        if (authorizationServers.isEmpty() || !(path.isEmpty() || resource.test(path))) {
            return Refusals.refusal(
                    404,
                    "cannot say where to get a token: there is no such resource, or it asks for"
                            + " none; look at the address");
        }
        Members metadata =
                Members.none()
                        .put("resource", rules.address(request, path))
                        .put("authorization_servers", List.copyOf(authorizationServers))
                        .put("bearer_methods_supported", List.of("header"));
        if (!scopes.isEmpty()) {
            metadata.put("scopes_supported", List.copyOf(scopes));
        }
        return HttpResponse.json(200, JsonText.write(metadata.object()))
                .with("access-control-allow-origin", "*");
    }

    /** What stands behind the well-known place, with or without the prefix a proxy adds. */
    private String path(HttpRequest request) {
        List<String> rest = request.path().subList(SEGMENTS.size(), request.path().size());
        String path = rest.isEmpty() ? "" : "/" + String.join("/", rest);
        String prefix = rules.prefix();
        boolean prefixed = path.equals(prefix) || path.startsWith(prefix + "/");
        return prefixed ? path.substring(prefix.length()) : path;
    }
}
