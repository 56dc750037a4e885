package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Type;
import dev.foster.document.Value;
import dev.foster.document.Where;
import dev.foster.document.Words;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where a request goes, and the headers that go with it. */
final class WebAddress {
    /** Those that a request has by itself. */
    private static final Set<String> OURS =
            Set.of(
                    "connection",
                    "content-length",
                    "content-type",
                    "expect",
                    "host",
                    "transfer-encoding",
                    "upgrade");

    private static final Type<String> SITE =
            Type.<String>of(
                            (value, _) -> Scalars.written(value),
                            text -> text,
                            in -> in.text("^https?://[^\\s/]+(/\\S*)?$"))
                    .called("site", "An address beginning with http:// or https://.");

    /** Headers that go with a request. */
    static final Type<Map<String, String>> HEADERS =
            HeaderFields.HEADERS.checked(WebAddress::notOurs, it -> it);

    private WebAddress() {}

    /** Where a request goes, such as this. */
    static Type<URI> type(String example) {
        return Type.<URI>of(
                        (value, where) -> read(value, where, example), URI::toString, SITE::schema)
                .shownAs(WebAddress::shown);
    }

    /** Without its path: that is often all the secret there is. */
    static String shown(URI address) {
        String port = address.getPort() < 0 ? "" : ":" + address.getPort();
        String rest = address.getRawPath().length() > 1 ? "/…" : "/";
        return address.getScheme() + "://" + address.getHost() + port + rest;
    }

    private static Optional<URI> read(Value value, Where where, String example) {
        try {
            var uri = new URI(Scalars.written(value).orElse(""));
            boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
            if (web
                    && uri.getHost() != null
                    && uri.getPort() <= 65_535
                    && uri.getRawFragment() == null) {
                return Optional.of(uri);
            }
        } catch (URISyntaxException noAddress) {
            // Said below.
        }
        // Not what was found: it may hold a secret.
        return where.refuse(value, "it is no address of a web server", "write it like " + example);
    }

    private static Optional<Map<String, String>> notOurs(
            Map<String, String> headers, Value value, Where where) {
        headers.keySet().stream()
                .filter(name -> OURS.contains(name.toLowerCase(Locale.ROOT)))
                .forEach(
                        name ->
                                where.refuse(
                                        value,
                                        "the request says itself what " + Words.quote(name) + " is",
                                        "remove it"));
        return Optional.of(headers);
    }
}
