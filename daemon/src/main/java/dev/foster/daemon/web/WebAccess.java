package dev.foster.daemon.web;

import dev.foster.daemon.secret.SecretFile;
import dev.foster.http.HttpRequest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Who may come in: with a ticket or the token once, with a cookie or the token from then on. */
final class WebAccess {
    private static final String BEARER = "bearer ";

    private final SecretFile token;
    private final String cookie;
    private final Tickets tickets;
    private final Logins logins;

    /**
     * @param cookie its name: cookies are shared by all ports of a machine, so each project has its
     *     own
     * @param clock the time of day, for what outlives the daemon
     * @param nanos a clock that only goes forward, for what does not
     */
    WebAccess(
            SecretFile token,
            SecretFile logins,
            String cookie,
            InstantSource clock,
            LongSupplier nanos) {
        this.token = token;
        this.cookie = cookie;
        this.tickets = new Tickets(clock, nanos);
        this.logins = new Logins(logins, clock);
    }

    Tickets.Ticket issueTicket() {
        return tickets.issue();
    }

    /** The word of a new session, if the ticket was good. */
    Optional<String> enter(String ticket) {
        return tickets.use(ticket) ? Optional.of(logins.begin()) : Optional.empty();
    }

    /** The word of a new session, if the token is right. */
    Optional<String> logIn(String given) {
        return isToken(given) ? Optional.of(logins.begin()) : Optional.empty();
    }

    void logOut(HttpRequest request) {
        session(request).ifPresent(logins::end);
    }

    /**
     * Ends all sessions, and all links.
     *
     * @param andToken whether to make another token, too
     */
    void reset(boolean andToken) {
        if (andToken) {
            token.newToken();
        }
        tickets.endAll();
        logins.endAll();
    }

    boolean isLoggedIn(HttpRequest request) {
        return session(request).filter(logins::knows).isPresent();
    }

    /**
     * Whether it says who it is by itself, as programs do, rightly or not. Other kinds of
     * credentials are for a proxy in front of us, and their browser has a cookie as well.
     */
    static boolean hasCredentials(HttpRequest request) {
        return credentials(request).toLowerCase(Locale.ROOT).startsWith(BEARER);
    }

    private static String credentials(HttpRequest request) {
        return request.headers().first("authorization").orElse("");
    }

    /** Whether the token it brings is right. */
    boolean hasToken(HttpRequest request) {
        return hasCredentials(request) && isToken(credentials(request).substring(BEARER.length()));
    }

    /** Takes as long for a wrong token as for the right one; reads it again, as it may change. */
    private boolean isToken(String given) {
        String right = token.read().strip();
        return !right.isEmpty()
                && MessageDigest.isEqual(
                        given.strip().getBytes(StandardCharsets.UTF_8),
                        right.getBytes(StandardCharsets.UTF_8));
    }

    private Optional<String> session(HttpRequest request) {
        for (String line : request.headers().all("cookie")) {
            for (String pair : line.split(";", -1)) {
                if (pair.strip().startsWith(cookie + "=")) {
                    return Optional.of(pair.strip().substring(cookie.length() + 1));
                }
            }
        }
        return Optional.empty();
    }

    /** What a browser is to keep. */
    String cookie(String session, String path, boolean encrypted) {
        return attributes(session, path, encrypted) + "; Max-Age=" + Logins.LIFE.toSeconds();
    }

    /** What makes a browser forget it. */
    String noCookie(String path, boolean encrypted) {
        return attributes("", path, encrypted) + "; Max-Age=0";
    }

    private String attributes(String session, String path, boolean encrypted) {
        return cookie
                + "="
                + session
                + "; Path="
                + path
                + "; HttpOnly; SameSite=Strict"
                + (encrypted ? "; Secure" : "");
    }
}
