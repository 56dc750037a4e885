package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;

import java.nio.file.Path;
import java.util.Optional;

/** The files with which something is encrypted: a certificate with its chain, and its key. */
public record Certificate(Path certificate, Path key) {

    /** Reads {@code tls} of a section, which may have none; both files must be named. */
    static Optional<Certificate> read(Mapping fields, String section, Context context) {
        return fields.get("tls").flatMap(it -> read(it, section + ".tls", context));
    }

    private static Optional<Certificate> read(Value value, String label, Context context) {
        Optional<Mapping> found = context.scalars().mapping(value, label);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Section.TLS.only(found.get(), label, context.scalars());
        Optional<Path> certificate = file(found.get(), label, "certificate", context);
        Optional<Path> key = file(found.get(), label, "key", context);
        return certificate.isPresent() && key.isPresent()
                ? Optional.of(new Certificate(certificate.get(), key.get()))
                : Optional.empty();
    }

    private static Optional<Path> file(Mapping fields, String label, String key, Context context) {
        Scalars scalars = context.scalars();
        return fields.has(key)
                ? fields.get(key)
                        .flatMap(it -> scalars.path(it, label + "." + key, context.directory()))
                : scalars.refuse(
                        fields,
                        label,
                        "it has no " + key,
                        "write it like {certificate: server.pem, key: server-key.pem}");
    }
}
