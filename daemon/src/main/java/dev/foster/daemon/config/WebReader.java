package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Words;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Reads {@code web}: how the dashboard is served. */
final class WebReader {
    private final Context context;
    private final Scalars scalars;

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
        Section.WEB.only(fields, "web", scalars);
        ListenAddress address = ListenAddress.read(fields, "web", WebSpec.USUAL_ADDRESS, scalars);
        Optional<Certificate> tls = Certificate.read(fields, "web", context);
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
                        address,
                        publicUrl,
                        fields.get("token_file")
                                .flatMap(
                                        it ->
                                                scalars.path(
                                                        it, "web.token_file", context.directory())),
                        tls));
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
}
