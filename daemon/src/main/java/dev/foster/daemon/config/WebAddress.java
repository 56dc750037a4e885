package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Words;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads where a request goes, and the headers that go with it. */
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

    private WebAddress() {}

    static Optional<URI> read(Value value, String label, String example, Scalars scalars) {
        String text = Scalars.written(value).orElse("");
        try {
            var uri = new URI(text);
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
        return scalars.refuse(
                value, label, "it is no address of a web server", "write it like " + example);
    }

    static Map<String, String> headers(Value value, String label, Scalars scalars) {
        Map<String, String> headers = HeaderFields.read(value, label, scalars);
        headers.keySet().stream()
                .filter(name -> OURS.contains(name.toLowerCase(Locale.ROOT)))
                .forEach(
                        name -> {
                            var _ =
                                    scalars.refuse(
                                            value,
                                            label,
                                            "the request says itself what "
                                                    + Words.quote(name)
                                                    + " is",
                                            "remove it");
                        });
        return headers;
    }
}
