package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Words;
import dev.foster.supervise.spec.Limit;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Reads {@code broker}: how the MCP servers are offered. */
final class BrokerReader {
    private static final int MOST_SESSIONS = 100_000;
    private static final int LONGEST_REQUEST = 200_000_000;
    private static final int MOST_A_MINUTE = 10_000_000;

    private final Context context;
    private final Scalars scalars;

    BrokerReader(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    BrokerSpec read(Value broker) {
        Optional<Mapping> found = scalars.mapping(broker, "broker");
        if (found.isEmpty()) {
            return BrokerSpec.usual();
        }
        Mapping fields = found.get();
        Section.BROKER.only(fields, "broker", scalars);
        ListenAddress address =
                ListenAddress.read(fields, "broker", BrokerSpec.USUAL_ADDRESS, scalars);
        BrokerSpec.Auth auth =
                fields.get("auth")
                        .flatMap(it -> new BrokerAuth(context).read(it))
                        .orElse(new BrokerSpec.Auth.Token());
        Optional<Certificate> tls =
                fields.get("tls")
                        .flatMap(
                                it ->
                                        Certificate.TLS.read(
                                                it, context.where("broker.tls"), Optional.empty()));
        Optional<URI> publicUrl =
                fields.get("public_url").flatMap(it -> url(it, "broker.public_url"));
        checkOpen(fields, address, auth, tls.isPresent() || publicUrl.isPresent());
        checkAudience(fields, auth, publicUrl.isPresent());
        return new BrokerSpec(
                address,
                auth,
                urls(fields, "authorization_servers"),
                publicUrl,
                texts(fields, "hosts"),
                texts(fields, "origins"),
                tls,
                limits(fields),
                fields.get("rate").flatMap(this::perMinute));
    }

    /** Who listens beyond this machine asks who comes, and should not be overheard. */
    private void checkOpen(
            Mapping fields, ListenAddress address, BrokerSpec.Auth auth, boolean encrypted) {
        if (address.local()) {
            return;
        }
        if (auth instanceof BrokerSpec.Auth.None) {
            var _ =
                    scalars.refuse(
                            fields.placeOf("auth"),
                            "broker.auth",
                            "everybody who reaches "
                                    + Words.clip(address.host())
                                    + " could use the servers",
                            "listen on 127.0.0.1, or ask for a token");
        } else if (!encrypted) {
            context.notices()
                    .add(
                            fields.placeOf("listen"),
                            "broker listens beyond this machine without tls: tokens can be read on"
                                    + " the way; add broker.tls, or broker.public_url when a proxy"
                                    + " encrypts");
        }
    }

    /** What a client calls us in Host is no proof of what a token was made for. */
    private void checkAudience(Mapping fields, BrokerSpec.Auth auth, boolean named) {
        if (auth instanceof BrokerSpec.Auth.Jwt jwt && jwt.audiences().isEmpty() && !named) {
            var _ =
                    scalars.refuse(
                            fields.placeOf("auth"),
                            "broker.auth.jwt",
                            "nothing says for whom a token must have been made",
                            "add broker.public_url, or audience");
        }
    }

    private Optional<URI> url(Value value, String label) {
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
        return scalars.expected(value, label, "an address", "https://mcp.example.org");
    }

    private Set<URI> urls(Mapping fields, String key) {
        var urls = new LinkedHashSet<URI>();
        String label = "broker." + key;
        fields.get(key)
                .ifPresent(
                        it ->
                                scalars.oneOrMore(it, label)
                                        .forEach(one -> url(one, label).ifPresent(urls::add)));
        return urls;
    }

    private Set<String> texts(Mapping fields, String key) {
        var texts = new LinkedHashSet<String>();
        fields.get(key)
                .ifPresent(
                        it ->
                                scalars.oneOrMore(it, "broker." + key).stream()
                                        .map(Scalar::text)
                                        .forEach(texts::add));
        return texts;
    }

    private BrokerSpec.Limits limits(Mapping fields) {
        return new BrokerSpec.Limits(
                count(fields, "sessions"),
                count(fields, "sessions_per_caller"),
                duration(fields, "idle"),
                duration(fields, "age"),
                fields.get("max_request")
                        .flatMap(
                                it -> scalars.size(it, "broker.max_request", 1000, LONGEST_REQUEST))
                        .map(Math::toIntExact));
    }

    private Optional<Integer> count(Mapping fields, String key) {
        return fields.get(key).flatMap(it -> scalars.whole(it, "broker." + key, 1, MOST_SESSIONS));
    }

    private Optional<Duration> duration(Mapping fields, String key) {
        return fields.get(key).flatMap(it -> scalars.duration(it, "broker." + key));
    }

    private Optional<Integer> perMinute(Value value) {
        Optional<Limit> rate = scalars.rate(value, "broker.rate", Limit::new);
        if (rate.isEmpty()) {
            return Optional.empty();
        }
        double minutes = rate.get().within().toNanos() / (double) Duration.ofMinutes(1).toNanos();
        double perMinute = Math.floor(rate.get().count() / minutes);
        return perMinute >= 1 && perMinute <= MOST_A_MINUTE
                ? Optional.of((int) perMinute)
                : scalars.refuse(
                        value,
                        "broker.rate",
                        "it is less than one a minute or more than " + MOST_A_MINUTE,
                        "write it like 600 in 1m");
    }
}
