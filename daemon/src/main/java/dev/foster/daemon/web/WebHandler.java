package dev.foster.daemon.web;

import dev.foster.control.ProblemCode;
import dev.foster.daemon.config.WebSpec;
import dev.foster.http.Headers;
import dev.foster.http.HttpHandler;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.Peer;
import dev.foster.http.RateLimit;
import dev.foster.http.WrongTokens;
import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Answers browsers: the page to everybody, the API to those who have logged in. */
final class WebHandler implements HttpHandler {
    private static final Set<String> READING = Set.of("GET", "HEAD");

    /** What the API need not know; the secrets among it end here. */
    private static final Set<String> KEPT_BACK =
            Set.of("cookie", "authorization", "origin", "host", "referer");

    private final WebSpec spec;
    private final CrossSiteCheck guard;
    private final WebAccess access;
    private final SiteFiles files;
    private final HttpHandler api;
    private final WebEvents events;
    private final WrongTokens wrongTokens;

    WebHandler(
            WebSpec spec,
            CrossSiteCheck guard,
            WebAccess access,
            SiteFiles files,
            HttpHandler api,
            WebEvents events,
            WrongTokens wrongTokens) {
        this.spec = spec;
        this.guard = guard;
        this.access = access;
        this.files = files;
        this.api = api;
        this.events = events;
        this.wrongTokens = wrongTokens;
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
        return WebResponses.safe(answer(request));
    }

    private HttpResponse answer(HttpRequest request) {
        if (request.path().equals(List.of("health"))) {
            // For those who watch from outside, whatever they call this place.
            return WebResponses.text(200, "ok");
        }
        Optional<HttpResponse> refusal = guard.refusal(request);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        String first = request.path().getFirst();
        if (first.equals("v1") || request.path().equals(List.of("metrics"))) {
            return api(request);
        }
        return switch (request.method() + " " + String.join("/", request.path())) {
            case "GET enter" -> enter(request);
            case "POST login" -> guard.refusalToChange(request).orElseGet(() -> logIn(request));
            case "POST logout" -> guard.refusalToChange(request).orElseGet(() -> logOut(request));
            default -> file(request);
        };
    }

    private HttpResponse file(HttpRequest request) {
        if (!READING.contains(request.method())) {
            return WebResponses.problem(
                            ProblemCode.WRONG_METHOD,
                            "cannot " + request.method() + " this: it can only be read; use GET")
                    .with("allow", "GET");
        }
        return files.answer(request)
                .orElseGet(
                        () ->
                                WebResponses.problem(
                                        ProblemCode.NO_SUCH_PATH,
                                        "cannot find this: the dashboard has no such file; open"
                                                + " its address"));
    }

    // ---- the API ----

    private HttpResponse api(HttpRequest request) {
        if (WebAccess.hasCredentials(request)) {
            return apiByToken(request);
        }
        if (!access.isLoggedIn(request)) {
            return notKnown("nobody is logged in; log in, or ask foster web for a link");
        }
        request.letIn(WebEvents.visitor(request));
        return guard.refusalToChange(request)
                .orElseGet(() -> api.handle(passedOn(request, WebEvents.visitor(request))));
    }

    private HttpResponse apiByToken(HttpRequest request) {
        if (!access.hasToken(request)) {
            return wrongToken(request);
        }
        request.letIn(request.peer().place());
        return api.handle(passedOn(request, request.peer().name()));
    }

    private static HttpRequest passedOn(HttpRequest request, String who) {
        boolean person = !WebAccess.hasCredentials(request);
        List<Headers.Line> lines =
                request.headers().lines().stream()
                        .filter(it -> !KEPT_BACK.contains(it.name()))
                        .filter(it -> !(person && it.name().equals("user-agent")))
                        .toList();
        return new HttpRequest(
                request.method(),
                request.path(),
                request.query(),
                new Headers(lines),
                request.body(),
                new Peer(who, request.peer().localPort()),
                request.visit());
    }

    private static HttpResponse notKnown(String why) {
        return WebResponses.problem(ProblemCode.UNAUTHORIZED, "cannot answer: " + why)
                .with("www-authenticate", "Bearer");
    }

    // ---- coming and going ----

    private HttpResponse enter(HttpRequest request) {
        Optional<String> session = request.parameter("ticket").flatMap(access::enter);
        if (session.isPresent()) {
            events.loggedIn(request, "by a link");
            return toThePage().with("set-cookie", cookie(request, session.get()));
        }
        return access.isLoggedIn(request)
                ? toThePage()
                : WebResponses.text(
                        403,
                        "cannot log in: this link was used before, or is too old; ask foster web"
                                + " for another");
    }

    /** Relative, as a proxy may offer this below a path of its own. */
    private static HttpResponse toThePage() {
        return HttpResponse.empty(303).with("location", "./");
    }

    private HttpResponse logIn(HttpRequest request) {
        Optional<String> session = token(request).flatMap(access::logIn);
        if (session.isEmpty()) {
            return wrongToken(request);
        }
        events.loggedIn(request, "by the token");
        return HttpResponse.empty(204).with("set-cookie", cookie(request, session.get()));
    }

    private HttpResponse wrongToken(HttpRequest request) {
        return wrongTokens
                .another(request.peer())
                .map(
                        rest ->
                                WebResponses.problem(
                                                429,
                                                ProblemCode.FORBIDDEN,
                                                "cannot log in: the token is wrong, as were too"
                                                        + " many from this address; foster web"
                                                        + " --token prints the right one")
                                        .with("retry-after", "" + RateLimit.seconds(rest)))
                .orElseGet(
                        () ->
                                notKnown(
                                        "the token is wrong; foster web --token prints the right"
                                                + " one"));
    }

    /** What makes no sense is as wrong as any other. */
    private static Optional<String> token(HttpRequest request) {
        try {
            return Optional.of(
                    Members.of(JsonText.parse(request.body().bytes()))
                            .optionalText("token")
                            .orElse(""));
        } catch (JsonProblem odd) {
            return Optional.of("");
        }
    }

    private HttpResponse logOut(HttpRequest request) {
        access.logOut(request);
        return HttpResponse.empty(204)
                .with("set-cookie", access.noCookie(path(request), encrypted()));
    }

    private String cookie(HttpRequest request, String session) {
        return access.cookie(session, path(request), encrypted());
    }

    private boolean encrypted() {
        return spec.tls().isPresent() || spec.publicUrl().isPresent();
    }

    /** Behind a proxy there may be others at the same name, who need not see the cookie. */
    private String path(HttpRequest request) {
        String prefix = spec.publicUrl().map(URI::getRawPath).orElse("").replaceFirst("/+$", "");
        return prefix.isEmpty() || guard.isLocal(request) ? "/" : prefix;
    }
}
