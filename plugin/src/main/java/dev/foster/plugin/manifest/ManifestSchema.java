package dev.foster.plugin.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.document.Faults;
import dev.foster.document.Plain;
import dev.foster.document.Value.Mapping;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The JSON Schema of our manifest, for editors. */
public final class ManifestSchema {
    private static final String RESOURCE = "plugin-schema.json";
    private static final String PARTS = "$defs";

    private ManifestSchema() {}

    /** All of it, as it ships. */
    public static String text() {
        Mapping rest = ManifestReader.tree(Path.of(RESOURCE), rest(), new Faults());
        var whole = new LinkedHashMap<String, Object>();
        rest.entries().forEach((key, entry) -> whole.put(key, Plain.of(entry.value())));
        Map<String, Object> parts = ManifestSections.described();
        ((Mapping) rest.get(PARTS).orElse(rest))
                .entries()
                .forEach((name, entry) -> parts.put(name, Plain.of(entry.value())));
        whole.put(PARTS, parts);
        return Plain.json(whole);
    }

    private static String rest() {
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
