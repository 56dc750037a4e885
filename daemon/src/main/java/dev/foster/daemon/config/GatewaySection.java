package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.daemon.config.GatewaySpec.Access;
import dev.foster.daemon.config.GatewaySpec.Auth;
import dev.foster.daemon.config.GatewaySpec.Site;
import dev.foster.document.Definitions;
import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.settings.RestartSection;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.JwtRules;
import dev.foster.supervise.spec.Limit;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code mcp_gateway}: how the MCP servers are offered. */
final class GatewaySection {
    private static final int MOST_SESSIONS = 100_000;
    private static final int LONGEST_REQUEST = 200_000_000;
    private static final int MOST_A_MINUTE = 10_000_000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final Type<URI> URL =
            Type.of(
                    GatewaySection::url,
                    URI::toString,
                    in -> in.text("^https?://[^\\s/]+(/\\S*)?$"));

    private static final Type<Set<URI>> URLS =
            Types.oneOrMore(URL).as(LinkedHashSet::new, List::copyOf);

    /** How many a minute. */
    private static final Type<Integer> RATE =
            RestartSection.RATE.checked(
                    GatewaySection::perMinute, count -> new Limit(count, MINUTE));

    private static final Section<Access> ACCESS =
            Section.of("", "", "", Access.USUAL)
                    .field(
                            "auth",
                            GatewayAuth.AUTH,
                            Access::auth,
                            (it, auth) -> new Access(auth, it.servers()),
                            says(
                                    "Who may come in. `token`: whoever has the token that the"
                                        + " daemon makes at first and keeps in its state directory"
                                        + " as `mcp-token`. `none`: everybody, on loopback only."
                                        + " `passthrough`: whoever has a token, which is for the"
                                        + " servers to judge. A mapping: callers with tokens of"
                                        + " their own, or tokens that an authorization server"
                                        + " signs."))
                    .field(
                            "authorization_servers",
                            URLS,
                            Access::servers,
                            (it, servers) -> new Access(it.auth(), servers),
                            says("Who gives out tokens, for clients that ask how to get one.")
                                    .example(List.of("https://login.example.org")));

    private static final Section<Site> SITE =
            Section.of("", "", "", Site.USUAL)
                    .optional(
                            "public_url",
                            URL,
                            Site::publicUrl,
                            (it, url) -> new Site(Optional.of(url), it.hosts(), it.origins()),
                            says("Where clients find it, when a proxy stands in front of it. With"
                                            + " `auth: {jwt: …}` tokens are made for this address;"
                                            + " it or `audience` is needed.")
                                    .example("https://mcp.example.org"))
                    .field(
                            "hosts",
                            GatewayAuth.NAMES,
                            Site::hosts,
                            (it, hosts) -> new Site(it.publicUrl(), hosts, it.origins()),
                            says("Names it answers to beside those of this machine; `*` for all.")
                                    .example(List.of("mcp.example.org")))
                    .field(
                            "origins",
                            GatewayAuth.NAMES,
                            Site::origins,
                            (it, origins) -> new Site(it.publicUrl(), it.hosts(), origins),
                            says("Web pages that may ask beside those of this machine; `*` for"
                                            + " all.")
                                    .example(List.of("https://app.example.org")));

    private static final Section<FrontLimits> LIMITS =
            Section.of("", "", "", FrontLimits.defaults())
                    .field(
                            "sessions",
                            Types.whole(1, MOST_SESSIONS),
                            FrontLimits::sessions,
                            FrontLimits::sessions,
                            says("How many sessions there may be at once; at most 100000."))
                    .field(
                            "sessions_per_caller",
                            Types.whole(1, MOST_SESSIONS),
                            FrontLimits::sessionsPerCaller,
                            FrontLimits::sessionsPerCaller,
                            says(
                                    "How many of them one caller may have, and how many children of"
                                            + " a server if it has no sessions."))
                    .field(
                            "idle",
                            Types.DURATION,
                            FrontLimits::idle,
                            FrontLimits::idle,
                            says(
                                    "How long a session lives without a message of its client; 0"
                                            + " for ever."))
                    .field(
                            "age",
                            Types.DURATION,
                            FrontLimits::age,
                            FrontLimits::age,
                            says("How long a session lives at most; 0 for ever."))
                    .field(
                            "max_request",
                            Types.size(1000, LONGEST_REQUEST)
                                    .as(Math::toIntExact, Integer::longValue),
                            FrontLimits::requestBytes,
                            FrontLimits::requestBytes,
                            says("The longest message of a client; from 1KB to 200MB.")
                                    .example("10MB"))
                    .optional(
                            "rate",
                            RATE,
                            it -> Optional.of(it.perMinute()).filter(count -> count > 0),
                            FrontLimits::perMinute,
                            says("How many requests a caller may send in which time.")
                                    .usually("any number")
                                    .example("600 in 1m"));

    static final Section<GatewaySpec> GATEWAY =
            Section.of(
                            "gateway",
                            "The gateway of MCP",
                            "Below `mcp_gateway`: where the MCP servers are offered, and to whom. A"
                                    + " change of it takes effect with the next `foster up`.",
                            GatewaySpec.usual())
                    .field(
                            "listen",
                            ListenAddress.type(GatewaySpec.USUAL_ADDRESS),
                            GatewaySpec::address,
                            GatewaySpec::address,
                            says(
                                    "Where it listens. A port alone means loopback, port 0 any that"
                                            + " is free."))
                    .part(ACCESS, GatewaySpec::access, GatewaySpec::access)
                    .part(SITE, GatewaySpec::site, GatewaySpec::site)
                    .optional(
                            "tls",
                            Certificate.TLS,
                            GatewaySpec::tls,
                            GatewaySpec::tls,
                            says("The certificate for https.")
                                    .example(
                                            Definitions.shape(
                                                    "certificate",
                                                    "server.pem",
                                                    "key",
                                                    "server-key.pem")))
                    .part(LIMITS, GatewaySpec::limits, GatewaySpec::limits)
                    .rule(GatewaySection::checkOpen)
                    .rule(GatewaySection::checkAudience);

    private GatewaySection() {}

    /** Who listens beyond this machine asks who comes, and should not be overheard. */
    private static void checkOpen(Mapping fields, Where where, GatewaySpec found) {
        if (found.address().local()) {
            return;
        }
        if (found.access().auth() instanceof Auth.None) {
            where.in("auth")
                    .refuse(
                            fields.placeOf("auth"),
                            "everybody who reaches "
                                    + Words.clip(found.address().host())
                                    + " could use the servers",
                            "listen on 127.0.0.1, or ask for a token");
        } else if (!fields.has("tls") && found.site().publicUrl().isEmpty()) {
            where.notice(
                    fields.placeOf("listen"),
                    where.label()
                            + " listens beyond this machine without tls: tokens can be read on the"
                            + " way; add "
                            + where.in("tls").label()
                            + ", or "
                            + where.in("public_url").label()
                            + " when a proxy encrypts");
        }
    }

    /** What a client calls us in Host is no proof of what a token was made for. */
    private static void checkAudience(Mapping fields, Where where, GatewaySpec found) {
        if (found.access().auth() instanceof Auth.Jwt(JwtRules rules)
                && rules.audiences().isEmpty()
                && found.site().publicUrl().isEmpty()) {
            where.in("auth")
                    .in("jwt")
                    .refuse(
                            fields.placeOf("auth"),
                            "nothing says for whom a token must have been made",
                            "add " + where.in("public_url").label() + ", or audience");
        }
    }

    private static Optional<URI> url(Value value, Where where) {
        String text = Scalars.written(value).orElse("");
        try {
            var uri = new URI(text);
            boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
            if (web && uri.getHost() != null) {
                return Optional.of(uri);
            }
        } catch (URISyntaxException noAddress) {
            // Said below.
        }
        return where.expected(value, "an address", "https://mcp.example.org");
    }

    private static Optional<Integer> perMinute(Limit rate, Value value, Where where) {
        double minutes = rate.within().toNanos() / (double) MINUTE.toNanos();
        double perMinute = Math.floor(rate.count() / minutes);
        return perMinute >= 1 && perMinute <= MOST_A_MINUTE
                ? Optional.of((int) perMinute)
                : where.refuse(
                        value,
                        "it is less than one a minute or more than " + MOST_A_MINUTE,
                        "write it like 600 in 1m");
    }
}
