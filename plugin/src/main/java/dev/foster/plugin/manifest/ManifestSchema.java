package dev.foster.plugin.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The JSON Schema of our manifest, for editors. */
public final class ManifestSchema {
    private static final String RESOURCE = "plugin-schema.json";

    private ManifestSchema() {}

    /** All of it, as it ships. */
    public static String text() {
        try (InputStream in = ManifestSchema.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(
                        "cannot find "
                                + RESOURCE
                                + ": it is missing from this build; install Foster again");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
