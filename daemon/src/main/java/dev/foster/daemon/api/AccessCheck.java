package dev.foster.daemon.api;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.http.HttpHandler;
import dev.foster.control.http.HttpRequest;
import dev.foster.control.http.HttpResponse;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
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
final class AccessCheck implements HttpHandler {
    private static final Pattern HOST =
            Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1\\])(?::(\\d{1,5}))?");
    private static final Pattern ORIGIN = Pattern.compile("https?://" + HOST);

    private final Optional<String> token;
    private final HttpHandler inner;

    /** Without a token it stands behind a unix socket. */
    AccessCheck(Optional<String> token, HttpHandler inner) {
        this.token = token;
        this.inner = inner;
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
        if (token.isPresent() && !hasToken(request, token.get())) {
            return Routes.problem(
                            new ControlProblem(
                                            ProblemCode.UNAUTHORIZED,
                                            "cannot answer: the token is missing or wrong; send"
                                                    + " the daemon's own as Authorization:"
                                                    + " Bearer TOKEN")
                                    .view())
                    .with("www-authenticate", "Bearer");
        }
        return inner.handle(request);
    }

    private boolean hostIsOurs(HttpRequest request) {
        String host = request.headers().first("host").orElse("");
        return HOST.matcher(host).matches() || (token.isEmpty() && host.equals("foster"));
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
