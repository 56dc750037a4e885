package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Mapping;
import dev.foster.daemon.config.Value.Scalar;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads {@code web}: how the dashboard is served. */
final class WebReader {
    private final Context context;
    private final Scalars scalars;

    /** Where to listen. */
    private record Address(String host, int port) {
        boolean local() {
            return host.equals("localhost")
                    || host.equals("::1")
                    || host.matches("127(\\.\\d{1,3}){3}");
        }
    }

    WebReader(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    /** None when the file says that there is to be none. */
    Optional<WebSpec> read(Value web) {
        if (web instanceof Scalar) {
            return scalars.truth(web, "web").filter(it -> it).map(_ -> WebSpec.usual());
        }
        Optional<Mapping> found = scalars.mapping(web, "web");
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Mapping fields = found.get();
        scalars.knownKeys(fields, "web", Section.WEB);
        Address address =
                fields.get("listen")
                        .flatMap(this::address)
                        .orElse(new Address(WebSpec.USUAL_HOST, WebSpec.USUAL_PORT));
        Optional<BrokerSpec.Certificate> tls = fields.get("tls").flatMap(this::certificate);
        Optional<URI> publicUrl = fields.get("public_url").flatMap(this::publicUrl);
        if (!address.local() && !fields.has("tls") && !fields.has("public_url")) {
            var _ =
                    scalars.refuse(
                            fields.placeOf("listen"),
                            "web.listen",
                            "whoever can reach "
                                    + Words.clip(address.host())
                                    + " could listen to what browsers send in the clear",
                            "listen on 127.0.0.1, or add web.tls, or web.public_url when a proxy"
                                    + " encrypts");
        }
        return Optional.of(
                new WebSpec(
                        address.host(),
                        address.port(),
                        publicUrl,
                        fields.get("token_file")
                                .flatMap(
                                        it ->
                                                scalars.path(
                                                        it, "web.token_file", context.directory())),
                        tls));
    }

    private Optional<Address> address(Value value) {
        String text = Scalars.written(value).orElse("");
        int colon = text.lastIndexOf(':');
        String host =
                colon < 0
                        ? WebSpec.USUAL_HOST
                        : text.substring(0, colon).replaceAll("[\\[\\]]", "");
        String port = text.substring(colon + 1);
        return port.matches("[0-9]{1,5}") && Integer.parseInt(port) <= 65_535 && !host.isBlank()
                ? Optional.of(new Address(host, Integer.parseInt(port)))
                : scalars.expected(value, "web.listen", "an address and a port", "127.0.0.1:7433");
    }

    private Optional<URI> publicUrl(Value value) {
        String text = Scalars.written(value).orElse("");
        try {
            var uri = new URI(text);
            if ("https".equals(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return Optional.of(uri);
            }
        } catch (URISyntaxException noAddress) {
            // Said below.
        }
        return scalars.expected(
                value, "web.public_url", "an address with https", "https://foster.example.org");
    }

    private Optional<BrokerSpec.Certificate> certificate(Value value) {
        Optional<Mapping> fields = scalars.mapping(value, "web.tls");
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        scalars.knownKeys(fields.get(), "web.tls", Section.TLS);
        Optional<Path> certificate = file(fields.get(), "certificate");
        Optional<Path> key = file(fields.get(), "key");
        return certificate.isPresent() && key.isPresent()
                ? Optional.of(new BrokerSpec.Certificate(certificate.get(), key.get()))
                : Optional.empty();
    }

    private Optional<Path> file(Mapping fields, String key) {
        String label = "web.tls." + key;
        return fields.has(key)
                ? fields.get(key).flatMap(it -> scalars.path(it, label, context.directory()))
                : scalars.refuse(
                        fields,
                        "web.tls",
                        "it has no " + key,
                        "write it like {certificate: server.pem, key: server-key.pem}");
    }
}
