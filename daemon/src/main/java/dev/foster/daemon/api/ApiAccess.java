package dev.foster.daemon.api;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.http.HttpHandler;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.RateLimit;
import dev.foster.http.WrongTokens;
import dev.foster.json.JsonText;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who may use the API. On the unix socket, whoever may open its file; over TCP, whoever knows the
 * token. A web page that a person has open can send requests to this machine too, so its marks are
 * refused everywhere: a Host that is not this machine's (a name an attacker has pointed here), an
 * Origin that is not ours.
 */
final class ApiAccess implements HttpHandler {
    private static final Pattern HOST =
            Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1\\])(?::(\\d{1,5}))?");
    private static final Pattern ORIGIN = Pattern.compile("https?://" + HOST);

    private static final String OWNER = "owner";

    private final Optional<Secret> secret;
    private final HttpHandler inner;

    private record Secret(String token, WrongTokens wrong) {}

    private ApiAccess(Optional<Secret> secret, HttpHandler inner) {
        this.secret = secret;
        this.inner = inner;
    }

    /** Behind a unix socket. */
    static ApiAccess onSocket(HttpHandler inner) {
        return new ApiAccess(Optional.empty(), inner);
    }

    /** Behind a port of this machine. */
    static ApiAccess onPort(String token, WrongTokens wrong, HttpHandler inner) {
        return new ApiAccess(Optional.of(new Secret(token, wrong)), inner);
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
        if (!hostIsOurs(request)) {
            return refused(
                    "Host", "it does not name this machine; call it as localhost or 127.0.0.1");
        }
        if (!originIsOurs(request)) {
            return refused("Origin", "web pages from elsewhere may not ask; use foster itself");
        }
        if (secret.isPresent() && !hasToken(request, secret.get().token())) {
            return withoutToken(request, secret.get().wrong());
        }
        request.letIn(OWNER);
        return inner.handle(request);
    }

    private static HttpResponse withoutToken(HttpRequest request, WrongTokens wrong) {
        boolean none = request.headers().first("authorization").isEmpty();
        Optional<Duration> wait = none ? Optional.empty() : wrong.another(request.peer());
        return wait.isPresent() ? tooMany(wait.get()) : unknown();
    }

    private static HttpResponse unknown() {
        return Routes.problem(
                        new ControlProblem(
                                        ProblemCode.UNAUTHORIZED,
                                        "cannot answer: the token is missing or wrong; send the"
                                                + " daemon's own as Authorization: Bearer TOKEN")
                                .view())
                .with("www-authenticate", "Bearer");
    }

    private static HttpResponse tooMany(Duration wait) {
        var problem =
                new ControlProblem(
                        ProblemCode.UNAUTHORIZED,
                        "cannot answer: the token is wrong, as were too many from this address;"
                                + " look up the daemon's own, and wait a minute");
        return HttpResponse.json(429, JsonText.write(problem.view().toJson()))
                .with("retry-after", Long.toString(RateLimit.seconds(wait)));
    }

    private boolean hostIsOurs(HttpRequest request) {
        String host = request.headers().first("host").orElse("");
        return HOST.matcher(host).matches() || (secret.isEmpty() && host.equals("foster"));
    }

    private static boolean originIsOurs(HttpRequest request) {
        OptionalInt port = request.peer().localPort();
        for (String origin : request.headers().all("origin")) {
            Matcher matcher = ORIGIN.matcher(origin);
            if (!matcher.matches()
                    || port.isEmpty()
                    || !String.valueOf(matcher.group(2)).equals("" + port.getAsInt())) {
                return false;
            }
        }
        return true;
    }

    /** Takes as long for a wrong token as for the right one. */
    private static boolean hasToken(HttpRequest request, String token) {
        String given = request.headers().first("authorization").orElse("");
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8),
                ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
    }

    private static HttpResponse refused(String header, String why) {
        return Routes.problem(
                new ControlProblem(ProblemCode.FORBIDDEN, "cannot take this " + header + ": " + why)
                        .view());
    }
}
