package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.Definitions;
import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Where;
import dev.foster.document.Words;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/** {@code web}: how the dashboard is served. */
final class WebSection {
    private static final Type<URI> PUBLIC_URL =
            Type.of(
                    WebSection::publicUrl,
                    URI::toString,
                    in -> in.text("^https://[^\\s/]+(/\\S*)?$"));

    static final Section<WebSpec> WEB =
            Section.of(
                            "web",
                            "The dashboard",
                            "Below `web`: where the dashboard is. A change of it takes effect with"
                                    + " `foster reload`.",
                            WebSpec.usual())
                    .field(
                            "listen",
                            ListenAddress.type(WebSpec.USUAL_ADDRESS),
                            WebSpec::address,
                            WebSpec::address,
                            says(
                                    "Where it listens. A port alone means loopback, port 0 any"
                                            + " that is free. Beyond loopback it needs `tls` or"
                                            + " `public_url`."))
                    .optional(
                            "public_url",
                            PUBLIC_URL,
                            WebSpec::publicUrl,
                            WebSpec::publicUrl,
                            says("Where browsers find it, when a proxy that encrypts stands in"
                                            + " front of it.")
                                    .example("https://foster.example.org"))
                    .optional(
                            "token_file",
                            Types.PATH,
                            WebSpec::tokenFile,
                            WebSpec::tokenFile,
                            says("A file with the token to log in with, at least 16"
                                            + " characters; made if it is missing. Without it the"
                                            + " daemon keeps one in its state directory as"
                                            + " `web-token`.")
                                    .example("secrets/web-token"))
                    .optional(
                            "tls",
                            Certificate.TLS,
                            WebSpec::tls,
                            WebSpec::tls,
                            says("The certificate for https.")
                                    .example(
                                            Definitions.shape(
                                                    "certificate",
                                                    "server.pem",
                                                    "key",
                                                    "server-key.pem")))
                    .rule(WebSection::checkOpen);

    private static final Type<Optional<WebSpec>> WANTED =
            Types.TRUTH.as(
                    yes -> Optional.of(WebSpec.usual()).filter(_ -> yes), Optional::isPresent);

    private static final Type<Optional<WebSpec>> DESCRIBED =
            WEB.type().as(Optional::of, it -> it.orElse(WebSpec.usual()));

    /** The section, or whether there is a dashboard at all. */
    static final Type<Optional<WebSpec>> SERVED =
            Type.of(
                    (value, where) ->
                            (value instanceof Scalar ? WANTED : DESCRIBED)
                                    .read(value, where, Optional.empty()),
                    it -> (it.isPresent() ? DESCRIBED : WANTED).write(it),
                    in ->
                            Definitions.shape(
                                    "anyOf", List.of(WANTED.schema(in), DESCRIBED.schema(in))));

    private WebSection() {}

    private static void checkOpen(Mapping mapping, Where where, WebSpec found) {
        if (!found.address().local() && !mapping.has("tls") && !mapping.has("public_url")) {
            where.in("listen")
                    .refuse(
                            mapping.placeOf("listen"),
                            "whoever can reach "
                                    + Words.clip(found.address().host())
                                    + " could listen to what browsers send in the clear",
                            "listen on 127.0.0.1, or add web.tls, or web.public_url when a proxy"
                                    + " encrypts");
        }
    }

    private static Optional<URI> publicUrl(Value value, Where where) {
        try {
            var uri = new URI(Scalars.written(value).orElse(""));
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
        return where.expected(value, "an address with https", "https://foster.example.org");
    }
}
