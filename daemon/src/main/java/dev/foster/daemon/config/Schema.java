package dev.foster.daemon.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The JSON Schema of the project file, for editors. */
public final class Schema {
    private static final String RESOURCE = "foster.schema.json";

    private Schema() {}

    /** All of it, as it ships. */
    public static String text() {
        try (InputStream in = Schema.class.getResourceAsStream(RESOURCE)) {
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
