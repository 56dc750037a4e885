package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;

import java.nio.file.Path;
import java.util.Optional;

/** The files with which something is encrypted: a certificate with its chain, and its key. */
public record Certificate(Path certificate, Path key) {
    private static final String ADVICE =
            "write it like {certificate: server.pem, key: server-key.pem}";

    private record Files(Optional<Path> certificate, Optional<Path> key) {
        private Optional<Certificate> both() {
            return certificate.flatMap(one -> key.map(other -> new Certificate(one, other)));
        }
    }

    /** {@code tls} of a section. */
    static final Type<Certificate> TLS =
            Section.of(
                            "tls",
                            "TLS",
                            "Below `mcp_gateway.tls` and `web.tls`.",
                            new Files(Optional.empty(), Optional.empty()))
                    .optional(
                            "certificate",
                            Types.PATH,
                            Files::certificate,
                            (it, file) -> new Files(Optional.of(file), it.key),
                            says("A file with the certificate, and those between it and its"
                                            + " authority, in PEM.")
                                    .required(ADVICE))
                    .optional(
                            "key",
                            Types.PATH,
                            Files::key,
                            (it, file) -> new Files(it.certificate, Optional.of(file)),
                            says("A file with its private key, PKCS #8 in PEM.").required(ADVICE))
                    .into(
                            it -> new Files(Optional.of(it.certificate()), Optional.of(it.key())),
                            (it, _, _) -> it.both());
}
